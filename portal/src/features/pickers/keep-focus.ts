/**
 * DLG-6: what has the focus is about to go, and with it the place of the keyboard. The search box takes it; on a phone that
 * would push the keyboard over the list, so there the picker itself does.
 */
export function keepFocus(going: Element): void {
  const picker = going.closest<HTMLElement>("[data-picker]")
  const isTouch = window.matchMedia?.("(pointer: coarse)").matches ?? false
  const box = isTouch ? null : picker?.querySelector<HTMLElement>("[role=searchbox]")
  const target = box ?? picker
  target?.focus({ preventScroll: true })
}
