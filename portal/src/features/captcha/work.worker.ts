import { solveWork } from "./solve-work.ts"

/** A thread of its own: the slider moves smoothly while it computes. */
self.addEventListener("message", ({ data }: MessageEvent<{ readonly id: string; readonly bits: number }>) => {
  const solving = solveWork(data.id, data.bits)
  for (;;) {
    const { done, value } = solving.next()
    // To the page that started it, and no window: there is no origin to name.
    // oxlint-disable-next-line unicorn/require-post-message-target-origin
    if (done) return self.postMessage(value)
  }
})
