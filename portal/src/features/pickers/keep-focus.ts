/**
 * DLG-6: the focused element is about to be removed. The search box gets the focus; on a phone the picker itself,
 * because the keyboard would cover the list.
 */
export function keepFocus(going: Element): void {
  const picker = going.closest<HTMLElement>("[data-picker]")
  const isTouch = window.matchMedia?.("(pointer: coarse)").matches ?? false
  const box = isTouch ? null : picker?.querySelector<HTMLElement>("[role=searchbox]")
  const target = box ?? picker
  target?.focus({ preventScroll: true })
}
