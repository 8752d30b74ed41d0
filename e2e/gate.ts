/** Holds something back until the test lets it through. */
export function gate(): { readonly opened: Promise<void>; readonly open: () => void } {
  const controller = new AbortController()
  const opened = new Promise<void>((resolve) => {
    controller.signal.addEventListener("abort", () => resolve())
  })
  return { opened, open: () => controller.abort() }
}
