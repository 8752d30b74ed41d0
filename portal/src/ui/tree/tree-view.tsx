import {
  useId,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useReducer,
  useRef,
  useState,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type Ref,
} from "react"
import type { Forest, TreeItem } from "./forest.ts"
import { keyStep, typedRow } from "./key-step.ts"
import type { Marks } from "./marks.ts"
import { AwaitedRow, TreeRow } from "./tree-row.tsx"
import css from "./tree-view.module.css"
import { reduceTree, startingTree, type Active, type TreeEvent } from "./tree.machine.ts"
import { useRowWindow } from "./use-row-window.ts"
import { foundBy, visibleRows } from "./visible-rows.ts"

export interface TreeHandle {
  expandAll(): void
  collapseAll(): void
  /** Opens nodes above this depth and closes the rest: 1 opens the roots. */
  expandTo(depth: number): void
  /** Opens the path to it and scrolls to it, now or as soon as it is loaded. */
  reveal(key: string): void
  focus(): void
}

interface TreeViewProps {
  readonly label: string
  readonly forest: Forest
  /** Null: no checkboxes. */
  readonly marks: Marks | null
  /** Without checkboxes: what is chosen. */
  readonly selected?: ReadonlySet<string> | undefined
  /** Shows only matching nodes and their paths. Keep the function as long as its results are the same. */
  readonly filter?: ((item: TreeItem) => boolean) | undefined
  /** Shown bold where a label contains it. */
  readonly highlight?: string | undefined
  /** Default: all but disabled ones. A node that can't be toggled has no checkbox; pressing it opens it. */
  readonly canToggle?: ((item: TreeItem) => boolean) | undefined
  /** Nodes that a press on the name opens and closes; only the checkbox ticks them, for the pointer. */
  readonly opensByName?: ((item: TreeItem) => boolean) | undefined
  readonly onToggle: (key: string) => void
  /** Opened but not loaded: the owner loads it and passes in a new forest. */
  readonly onOpen?: ((key: string) => void) | undefined
  readonly pending?: ReadonlySet<string> | undefined
  /** The sentence of a failed load of a node's children. A retry calls onOpen. */
  readonly failed?: ReadonlyMap<string, string> | undefined
  /** Actions at the end of a row, reached by Tab from the active row. */
  readonly extra?: ((item: TreeItem) => ReactNode) | undefined
  /** How deep it is open initially. */
  readonly startDepth?: number | undefined
  readonly ref?: Ref<TreeHandle> | undefined
}

const typingPauseMs = 600

/**
 * The WAI-ARIA tree over any number of nodes, of which only visible rows are drawn. The focus stays on the tree itself,
 * which names the active row, so that it is never lost with a row that leaves the screen.
 */
export function TreeView(props: TreeViewProps) {
  const { label, forest, marks, selected, filter, highlight, canToggle, opensByName, onToggle, onOpen } =
    props
  const { pending, failed, extra, startDepth = 0, ref } = props
  const [state, dispatch] = useReducer(reduceTree, startDepth, startingTree)
  const id = useId()
  const typed = useRef({ text: "", atMs: 0 })
  const isPressed = useRef(false)

  const mode = filter ? "filtered" : "unfiltered"
  const [lastFilter, setLastFilter] = useState(() => filter)
  if (filter !== lastFilter) {
    setLastFilter(() => filter)
    dispatch({ type: "filtered" })
  }
  const found = useMemo(() => (filter ? foundBy(forest, filter) : null), [forest, filter])
  const openness = state[mode]
  const rows = useMemo(() => visibleRows(forest, openness, found), [forest, openness, found])
  const { box, rowPx, pageRows, from, to, onScroll, scrollIntoView } = useRowWindow(rows.count)
  const activeRow = rowOfActive(state.active)

  /** When the active row is hidden, its closest visible ancestor becomes active. */
  function rowOfActive(active: Active | null): number {
    const index = active ? forest.indexOf(active.key) : -1
    if (index === -1) return -1
    for (let at = index; at !== -1; at = forest.parentOf(at)) {
      const row = rows.rowOf(at)
      if (row === -1) continue
      return at === index && active?.isAwaited && rows.isOpen(at) && !forest.isLoaded(at) ? row + 1 : row
    }
    return -1
  }

  function activeAt(row: number): Active {
    const { index, isAwaited } = rows.at(row)
    return { key: forest.itemAt(index).key, isAwaited }
  }

  function isToggleable(item: TreeItem): boolean {
    return item.isDisabled !== true && (canToggle?.(item) ?? true)
  }

  function load(index: number) {
    const { key } = forest.itemAt(index)
    if (!forest.isLoaded(index) && !pending?.has(key)) onOpen?.(key)
  }

  function open(indexes: readonly number[]) {
    dispatch({ type: "opened", keys: indexes.map((index) => forest.itemAt(index).key), mode })
    for (const index of indexes) load(index)
  }

  function turn(index: number) {
    if (rows.isOpen(index)) dispatch({ type: "closed", key: forest.itemAt(index).key, mode })
    else open([index])
  }

  function press(row: number) {
    const { index, isAwaited } = rows.at(row)
    const item = forest.itemAt(index)
    if (isAwaited) load(index)
    else if (isToggleable(item)) onToggle(item.key)
    else if (rows.isBranch(index)) turn(index)
  }

  const wantedIndex = state.wanted === null ? -1 : forest.indexOf(state.wanted)
  useLayoutEffect(() => {
    if (wantedIndex === -1) return
    dispatch(revealed(forest.itemAt(wantedIndex).key, forest))
  }, [forest, wantedIndex])

  const show = useRef(scrollIntoView)
  const shownRow = useRef(activeRow)
  useLayoutEffect(() => {
    show.current = scrollIntoView
    shownRow.current = activeRow
  })
  const { scrolls } = state
  useLayoutEffect(() => {
    if (scrolls > 0 && shownRow.current !== -1) show.current(shownRow.current)
  }, [scrolls])
  // Filter results are read from the beginning; without a filter the earlier active row returns.
  useLayoutEffect(() => {
    if (filter) show.current(0)
    else if (shownRow.current !== -1) show.current(shownRow.current)
  }, [filter])

  useImperativeHandle(
    ref,
    () => ({
      expandAll: () => dispatch({ type: "openedTo", depth: Infinity, mode }),
      collapseAll: () => dispatch({ type: "openedTo", depth: 0, mode }),
      expandTo: (depth) => dispatch({ type: "openedTo", depth, mode }),
      reveal: (key) => dispatch(forest.indexOf(key) === -1 ? { type: "wanted", key } : revealed(key, forest)),
      focus: () => box.current?.focus(),
    }),
    [mode, box, forest],
  )

  function onFocus() {
    // A press also moves the focus; nothing may move between it and its click.
    if (isPressed.current || activeRow !== -1 || rows.count === 0) return
    const [first] = selected ?? []
    const row = first === undefined ? -1 : rows.rowOf(forest.indexOf(first))
    dispatch({ type: "moved", active: activeAt(Math.max(0, row)) })
  }

  function onKey(event: KeyboardEvent) {
    // Keys in a row's own buttons are theirs.
    if (event.target !== box.current || event.ctrlKey || event.metaKey || event.altKey) return
    if (rows.count === 0) return
    const row = Math.max(0, activeRow)
    const isTyping = event.timeStamp - typed.current.atMs < typingPauseMs && typed.current.text !== ""
    const step = event.key === " " && isTyping ? null : keyStep(event.key, row, pageRows, rows, forest)
    if (step === null && event.key.length !== 1) return
    event.preventDefault()
    if (step === null) {
      typed.current = {
        text: isTyping ? typed.current.text + event.key : event.key,
        atMs: event.timeStamp,
      }
      const target = typedRow(typed.current.text, row, rows, forest)
      if (target !== -1) dispatch({ type: "moved", active: activeAt(target) })
    } else if (step.type === "move") dispatch({ type: "moved", active: activeAt(step.row) })
    else if (step.type === "open") open(step.indexes)
    else if (step.type === "close") turn(step.index)
    else press(row)
  }

  function onClick(event: MouseEvent) {
    isPressed.current = false
    const pressed = event.target instanceof Element ? event.target : null
    const row = Number(pressed?.closest("[data-row]")?.getAttribute("data-row") ?? -1)
    if (row < 0 || row >= rows.count) return
    dispatch({ type: "pointed", active: activeAt(row) })
    if (pressed?.closest("[data-extra]")) return
    const { index, isAwaited } = rows.at(row)
    const isNamed = !isAwaited && rows.isBranch(index) && !pressed?.closest("[data-box]")
    const opens = isNamed && (opensByName?.(forest.itemAt(index)) ?? false)
    if (opens || pressed?.closest("[data-arrow]")) turn(index)
    else press(row)
  }

  function drawn(row: number): ReactNode {
    const { index, isAwaited } = rows.at(row)
    const item = forest.itemAt(index)
    const looks = { id: `${id}${row}`, row, topPx: row * rowPx, heightPx: rowPx, isActive: row === activeRow }
    const depth = forest.depthOf(index)
    if (isAwaited) {
      const sentence = failed?.get(item.key)
      return <AwaitedRow key={`…${item.key}`} {...looks} depth={depth + 1} failure={sentence ?? null} />
    }
    return (
      <TreeRow
        key={item.key}
        {...looks}
        item={item}
        depth={depth}
        {...rows.placeOf(index)}
        isOpen={rows.isBranch(index) ? rows.isOpen(index) : null}
        isBusy={pending?.has(item.key) ?? false}
        mark={marks && (item.isDisabled || isToggleable(item)) ? marks.of(index) : null}
        isSelected={marks ? null : (selected?.has(item.key) ?? false)}
        canPress={isToggleable(item) || rows.isBranch(index)}
        highlight={highlight ?? ""}
        extra={extra?.(item)}
      />
    )
  }

  const shown = Array.from({ length: to - from }, (_, at) => from + at)
  // The active row must be rendered, wherever the tree is scrolled to.
  if (activeRow !== -1 && activeRow < from) shown.unshift(activeRow)
  if (activeRow >= to) shown.push(activeRow)
  return (
    <div
      ref={box}
      className={css.tree}
      role="tree"
      tabIndex={0}
      aria-label={label}
      aria-multiselectable={marks !== null}
      aria-activedescendant={activeRow === -1 ? undefined : `${id}${activeRow}`}
      onScroll={onScroll}
      onPointerDown={() => (isPressed.current = true)}
      onPointerUp={() => (isPressed.current = false)}
      onPointerCancel={() => (isPressed.current = false)}
      onFocus={onFocus}
      onKeyDown={onKey}
      onClick={onClick}
    >
      <div role="none" className={css.rows} style={{ height: rows.count * rowPx }}>
        {shown.map(drawn)}
      </div>
    </div>
  )
}

function revealed(key: string, forest: Forest): TreeEvent {
  const ancestors: string[] = []
  for (let up = forest.parentOf(forest.indexOf(key)); up !== -1; up = forest.parentOf(up))
    ancestors.push(forest.itemAt(up).key)
  return { type: "revealed", key, ancestors }
}
