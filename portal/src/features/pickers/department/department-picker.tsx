import { canTakeChildren, departmentCalls, departmentMessages } from "@uc/contract/departments/calls"
import type { DepartmentNode } from "@uc/contract/departments/calls"
import { personTypeOf } from "@uc/contract/people/calls"
import { pickerMessages, pickers } from "@uc/contract/pickers/pickers"
import { admintypes, type CurrentUser } from "@uc/contract/account/calls"
import type { Id } from "@uc/contract/core/wire"
import { useDeferredValue, useEffect, useMemo, useRef, useState } from "react"
import { messageOf } from "../../../platform/http/failure.ts"
import { send } from "../../../platform/http/send.ts"
import { useUser } from "../../../platform/session/session.ts"
import { showToast } from "../../../platform/browser/toast.ts"
import { Button } from "../../../ui/forms/button.tsx"
import { ConfirmDialog } from "../../../ui/overlays/confirm-dialog.tsx"
import { Icon } from "../../../ui/navigation/icon.tsx"
import type { TreeItem } from "../../../ui/tree/forest.ts"
import { strictMarks } from "../../../ui/tree/marks.ts"
import { TreeView, type TreeHandle } from "../../../ui/tree/tree-view.tsx"
import { DepartmentNameDialog } from "./department-name-dialog.tsx"
import { PickerEmpty, PickerError, PickerSkeleton } from "../picker-states.tsx"
import { PickerFrame } from "../picker-frame.tsx"
import type { PickerProps } from "../picker-props.ts"
import { PickerSearch } from "../picker-search.tsx"
import { PickerWithoutUser } from "../picker-without-user.tsx"
import { formatPath, plantedTree, treeFilter, type TreeShape } from "../tree/tree-from-answer.ts"
import { useDepartmentChoice } from "./use-department-choice.ts"
import { useDepartmentTree } from "./use-department-tree.ts"
import css from "./department-picker.module.css"

/** 1000 (DEPT-1). */
export default function DepartmentPicker(props: PickerProps<"department">) {
  const user = useUser()
  const { title = pickers.department.title, orgid = user?.orgid } = props.options
  if (!orgid) return <PickerWithoutUser title={title} onCancel={() => props.onDone(null)} />
  return <DepartmentPickerOf {...props} title={title} orgid={orgid} user={user} />
}

interface DepartmentPickerOfProps extends PickerProps<"department"> {
  readonly title: string
  readonly orgid: Id
  readonly user: CurrentUser | null
}

const shape: TreeShape<DepartmentNode> = {
  keyOf: ({ id }) => id,
  labelOf: ({ name }) => name,
  keysOf: ({ keys }) => keys,
  childrenOf: ({ children }) => children,
}

/** What the person is asked about a department. */
type Editing =
  | { readonly at: "adding"; readonly parent: TreeItem | null }
  | { readonly at: "renaming" | "removing"; readonly item: TreeItem }

/** The server decides; whoever can't do it anyway is not shown the buttons. */
function mayEdit(user: CurrentUser | null, orgid: Id): boolean {
  if (!user || user.admintype === admintypes.none) return false
  return user.admintype !== admintypes.organisation || user.orgid === orgid
}

function DepartmentPickerOf({ options, onDone, title, orgid, user }: DepartmentPickerOfProps) {
  const [words, setWords] = useState("")
  const [editing, setEditing] = useState<Editing | null>(null)
  const view = useRef<TreeHandle>(null)
  const wasEditing = useRef(false)
  const wasEdited = useRef(false)
  const [fixed] = useState(() => new Set([...(options.required ?? []), ...(options.disabled ?? [])]))
  const type = user ? personTypeOf(user.usertype) : undefined
  const { tree, retry, reload } = useDepartmentTree({ orgid, type })
  const shownNodes = tree.at === "shown" ? tree.nodes : null
  const planted = useMemo(() => (shownNodes ? planting(shownNodes, fixed) : null), [shownNodes, fixed])
  const choice = useDepartmentChoice({
    options,
    nodes: planted?.nodes ?? null,
    onDone,
    ask: async () => planting(await reload(), fixed).nodes,
  })
  const { chosen, gone } = choice
  const canEdit = options.canEdit === true && mayEdit(user, orgid)

  const wanted = useDeferredValue(words)
  const filter = useMemo(
    () => treeFilter(wanted, (key) => planted?.nodes.get(key)?.keys ?? ""),
    [wanted, planted],
  )
  const hasHit = useMemo(
    () =>
      !filter ||
      [...(planted?.nodes.values() ?? [])].some(({ id, name }) =>
        filter({ key: id, label: name, children: [] }),
      ),
    [filter, planted],
  )

  const entries = [...chosen.entries].map(([key, name]) => ({
    key,
    label: name || "…",
    hint: planted ? formatPath(planted.forest, key) : "",
    isRequired: chosen.required.has(key),
  }))
  const notices = [
    ...(gone.defaults > 0 ? [pickerMessages.department.missingDefaults(gone.defaults)] : []),
    ...(gone.names.length > 0 ? [`${gone.names.join("、")}已不存在，已从已选中移除`] : []),
    ...(planted?.forest.problems ?? []),
  ]

  function parentOf({ key }: TreeItem): Id | null {
    const above = planted ? planted.forest.parentOf(planted.forest.indexOf(key)) : -1
    return planted && above >= 0 ? planted.forest.itemAt(above).key : null
  }

  function canTakeMore({ key }: TreeItem): boolean {
    return planted !== null && canTakeChildren(planted.forest.depthOf(planted.forest.indexOf(key)))
  }

  // A row's buttons are there while the focus is in the tree, so a dialog that they opened can't give it back to them.
  useEffect(() => {
    const hasClosed = editing === null && wasEditing.current
    wasEditing.current = editing !== null
    if (!hasClosed) return
    const isLost = document.activeElement === null || document.activeElement === document.body
    if (isLost || wasEdited.current) view.current?.focus()
    wasEdited.current = false
  }, [editing])

  /** Tells what is to be shown then; the sentence when it went wrong, null when it is done. */
  async function edited(change: () => Promise<Id | null>, done: string): Promise<string | null> {
    let id: Id | null
    try {
      id = await change()
    } catch (error) {
      return messageOf(error, pickerMessages.failed)
    }
    showToast("success", done)
    wasEdited.current = true
    try {
      await reload()
      if (id !== null) view.current?.reveal(id)
    } catch (error) {
      const sentence = messageOf(error, pickerMessages.failed)
      if (sentence !== null) choice.refuse(sentence)
    }
    return null
  }

  const save = (fields: { readonly id?: Id; readonly parentId?: Id }) => (name: string) =>
    edited(async () => {
      const { id } = await send(departmentCalls.save, { orgid, name, ...fields })
      // A new one is shown, also when it is not what was searched for.
      if (fields.id === undefined) setWords("")
      return id
    }, departmentMessages.saved)

  function actions(item: TreeItem) {
    const isFull = !canTakeMore(item)
    const isHolding = (item.children ?? []).length > 0
    return (
      <>
        <button
          type="button"
          className={css.action}
          aria-label={`在“${item.label}”下添加部门`}
          title={isFull ? departmentMessages.tooDeep : "添加下级部门"}
          aria-disabled={isFull}
          onClick={() =>
            isFull ? choice.refuse(departmentMessages.tooDeep) : setEditing({ at: "adding", parent: item })
          }
        >
          <Icon name="plus" sizePx={15} />
        </button>
        <button
          type="button"
          className={css.action}
          aria-label={`重命名“${item.label}”`}
          title="重命名"
          onClick={() => setEditing({ at: "renaming", item })}
        >
          <Icon name="edit" sizePx={15} />
        </button>
        <button
          type="button"
          className={css.action}
          aria-label={`删除“${item.label}”`}
          title={isHolding ? departmentMessages.hasChildren : "删除"}
          aria-disabled={isHolding}
          onClick={() =>
            isHolding ? choice.refuse(departmentMessages.hasChildren) : setEditing({ at: "removing", item })
          }
        >
          <Icon name="trash" sizePx={15} />
        </button>
      </>
    )
  }

  const addTop = canEdit && (
    <Button className={css.add} onClick={() => setEditing({ at: "adding", parent: null })}>
      <Icon name="plus" sizePx={16} />
      添加部门
    </Button>
  )

  function body() {
    if (tree.at === "failed") return <PickerError error={tree.error} onRetry={retry} />
    if (!planted) return <PickerSkeleton />
    if (planted.forest.size === 0) {
      return (
        <PickerEmpty
          title="还没有部门"
          words={canEdit ? "添加第一个部门后就可以在这里选择" : "请联系管理员添加部门后再选择"}
          actions={addTop}
        />
      )
    }
    return (
      <>
        {!hasHit && (
          <PickerEmpty title={`没有找到“${wanted.trim()}”`} words="换个词，或用拼音、首字母试试。" />
        )}
        <div className={css.tree} hidden={!hasHit}>
          <TreeView
            ref={view}
            label="部门"
            forest={planted.forest}
            marks={strictMarks(planted.forest, new Set(chosen.entries.keys()))}
            filter={filter ?? undefined}
            highlight={wanted.trim()}
            startDepth={1}
            onToggle={(id) => choice.toggle(id, planted.nodes.get(id)?.name ?? "")}
            extra={canEdit ? actions : undefined}
          />
        </div>
      </>
    )
  }

  return (
    <>
      <PickerFrame
        title={title}
        tools={
          <>
            <PickerSearch
              label="搜索部门"
              placeholder="名称、拼音或首字母"
              value={words}
              onChange={setWords}
            />
            {addTop}
          </>
        }
        chosen={entries}
        max={chosen.max}
        notice={notices.length === 0 ? null : notices.map((sentence) => <p key={sentence}>{sentence}</p>)}
        problem={choice.problem}
        isBusy={choice.isConfirming}
        onRemove={choice.remove}
        onClear={choice.clear}
        onCancel={() => onDone(null)}
        onConfirm={choice.confirm}
      >
        {body()}
      </PickerFrame>
      {editing?.at === "adding" && (
        <DepartmentNameDialog
          title={editing.parent ? `在“${editing.parent.label}”下添加部门` : "添加部门"}
          name=""
          onSave={save(editing.parent ? { parentId: editing.parent.key } : {})}
          onClose={() => setEditing(null)}
        />
      )}
      {editing?.at === "renaming" && (
        <DepartmentNameDialog
          title={`重命名“${editing.item.label}”`}
          name={editing.item.label}
          onSave={save({ id: editing.item.key })}
          onClose={() => setEditing(null)}
        />
      )}
      {editing?.at === "removing" && (
        <ConfirmDialog
          title={departmentMessages.confirmRemove}
          words={`“${editing.item.label}”删除后不能恢复`}
          confirm="删除"
          look="danger"
          onConfirm={() =>
            edited(async () => {
              await send(departmentCalls.remove, { orgid, id: editing.item.key })
              return parentOf(editing.item)
            }, departmentMessages.removed)
          }
          onClose={() => setEditing(null)}
        />
      )}
    </>
  )
}

function planting(nodes: readonly DepartmentNode[], fixed: ReadonlySet<Id>) {
  return plantedTree(nodes, shape, { deepest: null, isFixed: (id) => fixed.has(id) })
}
