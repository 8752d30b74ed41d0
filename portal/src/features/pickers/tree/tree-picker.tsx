import { useRef, type ReactNode, type RefObject } from "react"
import { Button } from "../../../ui/forms/button.tsx"
import { Row } from "../../../ui/primitives/row.tsx"
import { Stack } from "../../../ui/primitives/stack.tsx"
import { Text } from "../../../ui/primitives/text.tsx"
import type { Forest, TreeItem } from "../../../ui/tree/forest.ts"
import { TreeView, type TreeHandle } from "../../../ui/tree/tree-view.tsx"
import { Kept } from "../kept.tsx"
import { NothingToChoose, type PickedNoun } from "../nothing-to-choose.tsx"
import { PickerEmpty, PickerError, PickerSkeleton } from "../picker-states.tsx"
import { PickerFrame } from "../picker-frame.tsx"
import { PickerSearch } from "../picker-search.tsx"
import type { TreeSelection } from "./tree-selection.ts"

/** What can be chosen, in one of its states: loading, failed, empty, or a tree. */
export interface TreeBody {
  /** Null: loading. */
  readonly forest: Forest | null
  /** Null: no failure. */
  readonly error: unknown
  readonly onRetry: () => void
  /** There is more than is shown. */
  readonly isCut?: boolean
  readonly filter?: ((item: TreeItem) => boolean) | null
  readonly onOpen?: (key: string) => void
  readonly pending?: ReadonlySet<string>
  readonly failed?: ReadonlyMap<string, string>
}

interface TreePickerProps {
  readonly title: string
  /** What is chosen here, e.g. 区域. */
  readonly noun: PickedNoun
  readonly max: number | null
  readonly selection: TreeSelection
  readonly tree: TreeBody
  /** Results of a search on the server, shown instead of the tree. Null: the tree is shown. */
  readonly found?: TreeBody | null
  readonly query: string
  readonly onQuery: (query: string) => void
  readonly searchLength?: number
  /** How deep the tree is open at first. */
  readonly startDepth?: number
  /** All of it is loaded, so it can be opened and closed as a whole. */
  readonly canUnfold?: boolean
  /** Beside the search. */
  readonly actions?: ReactNode
  /** Shown where there is nothing to choose. */
  readonly empty?: ReactNode
  /** Other actions of a row. */
  readonly extra?: ((item: TreeItem) => ReactNode) | undefined
  readonly view?: RefObject<TreeHandle | null>
  readonly notices?: readonly string[]
  readonly problem: string | null
  readonly isBusy?: boolean
  readonly isSaving?: boolean
  readonly onCancel: () => void
  readonly onConfirm: () => void
}

/** The common design of the seven pickers over one tree. */
export function TreePicker(props: TreePickerProps) {
  const { noun, selection, tree, found = null, query, canUnfold = false, notices = [] } = props
  const ownView = useRef<TreeHandle>(null)
  const treeView = props.view ?? ownView
  const foundView = useRef<TreeHandle>(null)
  const problems = [...notices, ...(tree.forest?.problems ?? [])]
  const shared = { noun, selection, query: query.trim(), empty: props.empty, extra: props.extra }

  const tools: ReactNode = (
    <>
      <PickerSearch
        label={`搜索${noun}`}
        placeholder="名称、拼音或首字母"
        value={query}
        onChange={props.onQuery}
        onDown={() => (found ? foundView : treeView).current?.focus()}
        {...(props.searchLength !== undefined && { maxLength: props.searchLength })}
      />
      {canUnfold && (
        <Row rigid>
          <Button look="text" onClick={() => treeView.current?.expandAll()}>
            全部展开
          </Button>
          <Button look="text" onClick={() => treeView.current?.collapseAll()}>
            全部收起
          </Button>
        </Row>
      )}
      {props.actions}
    </>
  )

  return (
    <PickerFrame
      title={props.title}
      tools={tools}
      chosen={selection.chosen}
      max={props.max}
      onRemove={selection.remove}
      onClear={selection.clear}
      onCancel={props.onCancel}
      onConfirm={props.onConfirm}
      notices={problems}
      problem={props.problem}
      isBusy={props.isBusy ?? false}
      isSaving={props.isSaving ?? false}
    >
      {found && <Body {...shared} body={found} view={foundView} label={`找到的${noun}`} startDepth={0} />}
      <Kept isShown={found === null}>
        <Body
          {...shared}
          body={tree}
          view={treeView}
          label={`可选的${noun}`}
          startDepth={props.startDepth ?? 0}
        />
      </Kept>
    </PickerFrame>
  )
}

interface BodyProps {
  readonly body: TreeBody
  readonly view: RefObject<TreeHandle | null>
  readonly label: string
  readonly noun: PickedNoun
  readonly query: string
  readonly selection: TreeSelection
  readonly startDepth: number
  readonly empty: ReactNode
  readonly extra: ((item: TreeItem) => ReactNode) | undefined
}

function Body({ body, view, label, noun, query, selection, startDepth, empty, extra }: BodyProps) {
  const { forest, error, filter } = body
  if (error !== null) return <PickerError error={error} onRetry={body.onRetry} />
  if (!forest) return <PickerSkeleton />
  const isEmpty = forest.size === 0
  const isMissed = isEmpty ? query !== "" : filter ? !hasHit(forest, filter) : false
  const isBare = isEmpty || isMissed
  return (
    <>
      {isMissed && <PickerEmpty title={`没有找到“${query}”`} words="请更换关键词，或使用拼音、首字母。" />}
      {isEmpty && !isMissed && (empty ?? <NothingToChoose noun={noun} />)}
      <Kept isShown={!isBare}>
        <Stack fills padX={10}>
          <TreeView
            ref={view}
            label={label}
            forest={forest}
            marks={selection.marksOf?.(forest) ?? null}
            selected={new Set(selection.chosen.map(({ key }) => key))}
            filter={filter ?? undefined}
            highlight={query}
            onToggle={selection.toggle}
            onOpen={body.onOpen}
            pending={body.pending}
            failed={body.failed}
            startDepth={startDepth}
            extra={extra}
          />
        </Stack>
      </Kept>
      {body.isCut && (
        <Text as="p" rigid padX={20} padY={8} tone="faint" size={13}>
          仅显示前{forest.size}项，请输入更完整的名称
        </Text>
      )}
    </>
  )
}

function hasHit(forest: Forest, filter: (item: TreeItem) => boolean): boolean {
  for (let at = 0; at < forest.size; at++) if (filter(forest.itemAt(at))) return true
  return false
}
