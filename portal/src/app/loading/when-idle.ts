/** Browsers without idle callbacks wait this long instead. */
const laterMs = 3000

/** When the browser is idle. Returns what cancels it. */
export function whenIdle(act: () => void): () => void {
  if (typeof requestIdleCallback === "undefined") {
    const timer = setTimeout(act, laterMs)
    return () => clearTimeout(timer)
  }
  const idle = requestIdleCallback(act)
  return () => cancelIdleCallback(idle)
}
