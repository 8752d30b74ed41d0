interface WakeLockSentinelLike {
  release(): Promise<void>
}
interface WithWakeLock {
  readonly wakeLock?: { request(kind: "screen"): Promise<WakeLockSentinelLike> }
}

/** The display stays on where the browser can say so (it needs TLS); elsewhere the system's settings do it, see docs/screen.md. */
export function keepAwake(): () => void {
  let held: WakeLockSentinelLike | null = null
  let isOver = false
  async function hold(): Promise<void> {
    if (document.visibilityState !== "visible") return
    try {
      const got = await (navigator as WithWakeLock).wakeLock?.request("screen")
      if (isOver) await got?.release()
      else held = got ?? null
    } catch {
      // A battery that is low, or a policy: the screen goes on without.
    }
  }
  // The browser lets go of it whenever the page is hidden.
  const onVisible = () => void hold()
  document.addEventListener("visibilitychange", onVisible)
  void hold()
  return () => {
    isOver = true
    document.removeEventListener("visibilitychange", onVisible)
    held?.release().catch(() => undefined)
  }
}
