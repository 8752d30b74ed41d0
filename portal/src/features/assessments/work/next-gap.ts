export interface IndexedItem {
  readonly itemId: string
  readonly name: string
  readonly hasScore: boolean
}

/** DAY-14: the first item without a score after this one, from the beginning again after the last; null: there is none. */
export function nextGap(items: readonly IndexedItem[], afterId: string | null): IndexedItem | null {
  const at = items.findIndex(({ itemId }) => itemId === afterId)
  const inOrder = [...items.slice(at + 1), ...items.slice(0, at + 1)]
  return inOrder.find(({ hasScore }) => !hasScore) ?? null
}

/** The element of an item on the page. */
export function anchorOf(itemId: string): string {
  return `assessment-item-${itemId}`
}

/** Shows the item and puts the focus into the box for its score, where there is one. */
export function goToItem(itemId: string): void {
  const element = document.getElementById(anchorOf(itemId))
  if (!element) return
  element.scrollIntoView({ block: "center" })
  const box = element.querySelector<HTMLElement>("[inputmode=decimal]")
  ;(box ?? element).focus({ preventScroll: true })
}
