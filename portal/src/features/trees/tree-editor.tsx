import type { OutputOf } from "@uc/contract/core/call"
import type { Id } from "@uc/contract/core/wire"
import { treeLimits, treeMessages, type TreeCalls, type TreeEntry } from "@uc/contract/trees/tree-calls"
import { useMemo, useState } from "react"
import { messageOf } from "../../platform/http/failure.ts"
import { showToast } from "../../platform/browser/toast.ts"
import { useFocusAfter } from "../../platform/browser/use-focus-after.ts"
import { EmptyState } from "../../ui/feedback/empty-state.tsx"
import { Button } from "../../ui/forms/button.tsx"
import { SearchBox } from "../../ui/forms/filters/search-box.tsx"
import { Icon } from "../../ui/navigation/icon.tsx"
import { ConfirmDialog } from "../../ui/overlays/confirm-dialog.tsx"
import { Row } from "../../ui/primitives/row.tsx"
import { Stack } from "../../ui/primitives/stack.tsx"
import { Text } from "../../ui/primitives/text.tsx"
import { below, forestOf, placeByDrop, type Place } from "../../ui/tree/placed-items.ts"
import { ExportPresent, ImportLink } from "../imports/public.ts"
import { EntryForm } from "./entry-form.tsx"
import { MoveForm } from "./move-form.tsx"
import { TreeList, type TreeActs } from "./tree-list.tsx"
import type { TreePageProps } from "./tree-page-props.ts"
import { placesByKind, possibleStep, searched, shownTree, takesChildren, trailOf } from "./tree-places.ts"
import { useTreeAction } from "./use-tree-action.ts"
import css from "./trees.module.css"

/** A larger tree is closed at first: nobody looks through thousands of rows. */
const openedUpTo = 60

type Asked =
  | { readonly what: "add"; readonly parent: TreeEntry | null }
  | { readonly what: "edit" | "move" | "remove"; readonly entry: TreeEntry }

interface TreeEditorProps {
  readonly page: TreePageProps
  readonly orgid: Id | undefined
  readonly tree: OutputOf<TreeCalls["list"]>
}

export function TreeEditor({ page, orgid, tree: { items: given, version, mayAddTop } }: TreeEditorProps) {
  const { calls, shape } = page
  const tree = useMemo(() => shownTree(shape, given, mayAddTop), [shape, given, mayAddTop])
  const places = useMemo(() => placesByKind(tree), [tree])
  const { items } = tree
  const whose = orgid === undefined ? {} : { orgid }
  const { act, attempt, refresh, isBusy } = useTreeAction(calls)
  const [asked, setAsked] = useState<Asked | null>(null)
  const [text, setText] = useState("")
  /** Those that are opened or closed against the rule. */
  const [turned, setTurned] = useState<ReadonlySet<Id>>(new Set())
  const [isAllOpen, setAllOpen] = useState(items.length <= openedUpTo)
  const shown = useMemo(() => searched(tree, text), [tree, text])
  const nodes = useMemo(() => forestOf(shown), [shown])
  const focusAfter = useFocusAfter(given)
  const isSearched = text.trim() !== ""
  const isOpen = (id: Id) => isSearched || isAllOpen !== turned.has(id)

  function show(id: Id, parentId: Id | null) {
    const trail = parentId === null ? [] : trailOf(tree, parentId).map((each) => each.id)
    // Turned is what is not as the rule has it: a trail is to be open.
    setTurned(
      isAllOpen
        ? new Set([...turned].filter((each) => !trail.includes(each)))
        : new Set([...turned, ...trail]),
    )
    focusAfter(`tree-${id}`)
  }

  async function put({ id }: TreeEntry, place: Place | null) {
    if (place && (await act(calls.move, { ...whose, id, ...place, version }))) show(id, place.parentId)
  }

  async function turn({ id, version: seen, isDisabled }: TreeEntry) {
    const done = await act(calls.setState, { ...whose, id, isDisabled: !isDisabled, version: seen })
    if (done) showToast("success", isDisabled ? "已启用" : "已停用，它和它的下级不再供选择")
  }

  async function remove({ id }: TreeEntry): Promise<string | null> {
    try {
      await attempt(calls.remove, { ...whose, id })
    } catch (error) {
      refresh()
      return messageOf(error)
    }
    showToast("success", "已删除")
    return null
  }

  const acts: TreeActs = {
    onEdit: (entry) => setAsked({ what: "edit", entry }),
    onAdd: (parent) => setAsked({ what: "add", parent }),
    onMove: (entry) => setAsked({ what: "move", entry }),
    onTurn: (entry) => void turn(entry),
    onRemove: (entry) => setAsked({ what: "remove", entry }),
    onStep: (entry, step) => void put(entry, possibleStep(tree, entry, step)),
    canStep: (entry, step) => !isSearched && possibleStep(tree, entry, step) !== null,
    canAdd: (parent) => takesChildren(tree, parent),
    canMove: ({ kind }) => (places.get(kind) ?? 0) > 1,
    onDrop(dragged, target, drop) {
      const entry = items.find(({ id }) => id === dragged)
      if (!entry || isSearched) return
      if (below(items, dragged).some(({ id }) => id === target.id))
        showToast("error", treeMessages.belowItself)
      else void put(entry, placeByDrop(items, dragged, target.id, drop))
    },
  }
  const topKinds = shape.top.map((kind) => shape.kinds[kind]?.label ?? kind)

  return (
    <>
      <Row gap={8} wrap>
        {mayAddTop && (
          <Button look="primary" onClick={() => setAsked({ what: "add", parent: null })}>
            <Icon name="plus" sizePx={16} />
            新增{topKinds.join("或")}
          </Button>
        )}
        {items.length > 0 && (
          <Button
            onClick={() => {
              setAllOpen(!isAllOpen)
              setTurned(new Set())
            }}
          >
            {isAllOpen ? "全部收起" : "全部展开"}
          </Button>
        )}
        <ImportLink kind={page.sheet} />
        {items.length > 0 && <ExportPresent kind={page.sheet} orgid={orgid} />}
        {items.length > 0 && (
          <SearchBox
            label={`查找${shape.one}`}
            placeholder="按名称查找"
            maxLength={treeLimits.name}
            value={text}
            onChange={setText}
            className={css.find}
          />
        )}
      </Row>
      {items.length === 0 ? (
        <EmptyState art="empty" title={`暂无${shape.one}`} words={page.empty} />
      ) : nodes.length === 0 ? (
        <EmptyState art="empty" title="没有找到" words={`没有名称包含“${text.trim()}”的条目。`} />
      ) : (
        <Stack surface="card" className={css.box} aria-busy={isBusy}>
          <TreeList
            label={shape.one}
            shape={shape}
            icons={page.icons}
            nodes={nodes}
            isOpen={isOpen}
            onOpen={(id) =>
              setTurned(
                turned.has(id)
                  ? new Set([...turned].filter((each) => each !== id))
                  : new Set([...turned, id]),
              )
            }
            acts={acts}
          />
        </Stack>
      )}
      {items.length > 0 && (
        <Text as="p" tone="faint" size={13} className={css.byHand}>
          拖动排序，或选中名称后按 Alt+方向键。停用的不再供选择，用到它的地方仍显示名称。
        </Text>
      )}
      {(asked?.what === "add" || asked?.what === "edit") && (
        <EntryForm
          calls={calls}
          tree={tree}
          orgid={orgid}
          entry={asked.what === "edit" ? asked.entry : null}
          parent={asked.what === "add" ? asked.parent : null}
          onSaved={(id) => show(id, asked.what === "add" ? (asked.parent?.id ?? null) : asked.entry.parentId)}
          onClose={() => setAsked(null)}
        />
      )}
      {asked?.what === "move" && (
        <MoveForm
          tree={tree}
          calls={calls}
          version={version}
          orgid={orgid}
          entry={asked.entry}
          onMoved={({ id }, parentId) => show(id, parentId)}
          onClose={() => setAsked(null)}
        />
      )}
      {asked?.what === "remove" && (
        <ConfirmDialog
          title={`删除“${asked.entry.name}”？`}
          words="没有下级、也没有数据使用它时才能删除，删除后不能恢复。只是不再供选择时，可以停用。"
          confirm="删除"
          look="danger"
          onConfirm={() => remove(asked.entry)}
          onClose={() => setAsked(null)}
        />
      )}
    </>
  )
}
