export interface BenchNode {
  readonly key: string
  readonly label: string
  readonly children: BenchNode[]
}

export type TreeMark = "checked" | "partial" | "unchecked"

/** One library's tree with checkboxes over the same data, in the same box, each told to do without animation. */
export interface TreeUnderTest {
  /** Open are the nodes on the way to the first leaf, which `opened` names, topmost first. */
  mount(box: HTMLElement, data: BenchNode[], opened: readonly string[]): void
  unmount(): void
  /** The labels of the rows that are drawn, topmost first. */
  labels(): readonly string[]
  /** Presses the checkbox of a drawn row. */
  toggle(label: string): void
  markOf(label: string): TreeMark
  expandAll(): void
  /** Of all rows, drawn or not. */
  contentHeightPx(): number
  /** As an owner would while somebody types; empty: no filter. */
  filter(text: string): void
}

export const boxHeightPx = 600
export const rowHeightPx = 36
