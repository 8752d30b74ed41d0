import {
  directoryCalls,
  directoryKey,
  directoryKinds,
  directoryLimits,
  isFiltered,
  type OrganisationFilter,
} from "@uc/contract/directory/calls"
import { useEffect, useRef, useState, type KeyboardEvent } from "react"
import { messageOf, isCancelled } from "../../platform/http/failure.ts"
import { useCall } from "../../platform/http/use-call.ts"
import { Checkbox } from "../../ui/forms/controls/checkbox.tsx"
import { EmptyState } from "../../ui/feedback/empty-state.tsx"
import { ErrorState } from "../../ui/feedback/error-state.tsx"
import { SearchBox } from "../../ui/forms/filters/search-box.tsx"
import { BarsSkeleton } from "../../ui/feedback/skeleton.tsx"
import { Row } from "../../ui/primitives/row.tsx"
import { Stack } from "../../ui/primitives/stack.tsx"
import { TreeView, type TreeHandle } from "../../ui/tree/tree-view.tsx"
import { showFailure } from "../../platform/browser/toast.ts"
import { nodeFrom, type NodeRef } from "./directory-filters.ts"
import { FoundButton } from "./found-button.tsx"
import type { DirectoryTreeState } from "./use-directory-tree.ts"
import { OrganisationFilters } from "./organisations/organisation-filters.tsx"
import { useOrganisationKinds } from "./organisations/use-organisation-kinds.ts"
import css from "./directory.module.css"

interface DirectoryTreeProps {
  readonly state: DirectoryTreeState
  readonly chosen: NodeRef | null
  readonly withDisabled: boolean
  /** Kind, 学段 and tag; null: the user reaches one organisation alone. */
  readonly filter: OrganisationFilter | null
  readonly onFilter: (filter: OrganisationFilter) => void
  /** Null: not visible to them. */
  readonly onDisabled: ((isOn: boolean) => void) | null
  readonly onChoose: (node: NodeRef) => void
}

const typingMs = 250

/** The typed text, after a pause. */
function useDebounced(text: string): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), typingMs)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}

/** The left side of both pages: a search over everything in reach, and the tree. */
export function DirectoryTree({
  state,
  chosen,
  withDisabled,
  filter,
  onFilter,
  onDisabled,
  onChoose,
}: DirectoryTreeProps) {
  const [typed, setTyped] = useState("")
  const view = useRef<TreeHandle>(null)
  const { tree, error, pending, failed, open, lead, reload } = state
  const key = chosen && directoryKey(chosen)

  // The address may change without a press here: by "back", a link, or a search result.
  useEffect(() => {
    if (!chosen || !tree) return
    lead(chosen).then(
      (isThere) => isThere && view.current?.reveal(directoryKey(chosen)),
      (failure: unknown) => !isCancelled(failure) && showFailure(failure),
    )
    // oxlint-disable-next-line react/exhaustive-deps -- only a new choice or the first tree leads somewhere
  }, [key, tree === null])

  return (
    <Stack as="section" gap={8} pad={12} surface="card" className={css.side} aria-label="组织机构树">
      <SearchBox
        label="搜索单位或部门"
        placeholder="搜索名称、拼音或首字母"
        maxLength={directoryLimits.searched}
        value={typed}
        onChange={setTyped}
      />
      {filter && <OrganisationFilters value={filter} onValue={onFilter} />}
      {onDisabled && (
        <Row as="label" gap={8} tone="soft" className={css.tick}>
          <Checkbox checked={withDisabled} onChange={(event) => onDisabled(event.target.checked)} />
          显示已停用
        </Row>
      )}
      <div className={css.tree}>
        {typed.trim() !== "" || (filter && isFiltered(filter)) ? (
          <Found
            typed={typed.trim()}
            filter={filter ?? {}}
            withDisabled={withDisabled}
            onChoose={(node) => {
              setTyped("")
              onChoose(node)
            }}
          />
        ) : tree ? (
          tree.forest.size === 0 ? (
            <EmptyState art="empty" title="暂无单位" words="平台管理员新增区域和单位后会显示在这里。" />
          ) : (
            <TreeView
              ref={view}
              label="组织机构"
              forest={tree.forest}
              marks={null}
              selected={new Set(key === null ? [] : [key])}
              pending={pending}
              failed={failed}
              startDepth={1}
              onOpen={open}
              onToggle={(pressed) => {
                const node = nodeFrom(pressed)
                if (node) onChoose(node)
              }}
            />
          )
        ) : error ? (
          <ErrorState title="组织机构加载失败" words={messageOf(error)} onRetry={reload} />
        ) : (
          <BarsSkeleton heightsPx={Array.from({ length: 9 }, () => 28)} />
        )}
      </div>
    </Stack>
  )
}

interface FoundProps {
  readonly typed: string
  readonly filter: OrganisationFilter
  readonly withDisabled: boolean
  readonly onChoose: (node: NodeRef) => void
}

/** Each result with its path; arrows move from one to the next. */
function Found({ typed, filter, withDisabled, onChoose }: FoundProps) {
  const name = useDebounced(typed)
  const { wordOf } = useOrganisationKinds()
  const { data, error, refetch, isPlaceholderData } = useCall(
    directoryCalls.found,
    { name, ...filter, disabled: withDisabled ? 1 : 0 },
    { keepsPrevious: true },
  )

  function onKey(event: KeyboardEvent<HTMLUListElement>) {
    if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return
    const all = [...event.currentTarget.querySelectorAll("button")]
    const at = all.indexOf(document.activeElement as HTMLButtonElement)
    all[Math.min(all.length - 1, Math.max(0, at + (event.key === "ArrowDown" ? 1 : -1)))]?.focus()
    event.preventDefault()
  }

  if (error) return <ErrorState title="搜索失败" words={messageOf(error)} onRetry={refetch} />
  if (!data) return <BarsSkeleton heightsPx={[44, 44, 44]} />
  if (data.length === 0) return <EmptyState art="empty" title="没有找到" words="请更换名称、拼音或首字母。" />
  return (
    // The arrows only shorten the way that Tab goes as well.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <ul aria-label="搜索结果" aria-busy={isPlaceholderData} onKeyDown={onKey}>
      {data.map((node) => (
        <li key={directoryKey(node)}>
          <FoundButton
            name={node.name}
            kind={
              node.kind === "organisation" && node.orgKind ? wordOf(node.orgKind) : directoryKinds[node.kind]
            }
            path={`${node.path.join(" / ")}${node.isDisabled ? "（已停用）" : ""}`}
            onPick={() => onChoose(node)}
          />
        </li>
      ))}
    </ul>
  )
}
