/** How long to wait before a refused lock is requested again: twice as long each time, up to the longest. */
export const lockRetryMs = { first: 100, longest: 60_000 }

/** What of `navigator.locks` is used: a lease in storage does it too (`lease-locks.ts`), and a test has its own. */
export interface Locks {
  request(name: string, options: LockOptions, hold: () => Promise<void>): Promise<void>
}

interface Election {
  /** Tabs of one name are one client. */
  readonly name: string
  /** Undefined where the browser keeps nothing: then each tab leads itself. */
  readonly locks: Locks | undefined
  readonly isHidden: () => boolean
  readonly onChange: (isLeading: boolean) => void
}

interface Candidate {
  /** Takes the lead from whichever tab has it: somebody looks at this one. */
  readonly takeLead: () => void
  readonly end: () => void
}

/** WARN-7: one tab of a browser leads; when it closes, the next in line does. The browser ends a lock with its tab. */
export function electLeader({ name, locks, isHidden, onChange }: Election): Candidate {
  if (!locks) {
    onChange(true)
    return { takeLead: () => undefined, end: () => onChange(false) }
  }
  let isLeading = false
  let isOver = false
  let release: (() => void) | undefined
  let pending: AbortController | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let pauseMs = lockRetryMs.first

  function change(to: boolean): void {
    if (isLeading === to) return
    isLeading = to
    onChange(to)
  }

  function hold(): Promise<void> {
    if (isOver) return Promise.resolve()
    pauseMs = lockRetryMs.first
    change(true)
    return new Promise((resolve) => (release = resolve))
  }

  async function requestLock(isTaking: boolean): Promise<void> {
    clearTimeout(timer)
    pending?.abort()
    const mine = new AbortController()
    pending = mine
    try {
      await locks?.request(name, isTaking ? { steal: true } : { signal: mine.signal }, hold)
    } catch {
      // Taken by a visible tab, or this request was replaced by another one of ours.
      if (isOver || pending !== mine) return
      change(false)
      // By a timer (BARE-19): in a document that is being left WebKit refuses immediately and every time; repeating the
      // request without a pause hung the page with a full core.
      timer = setTimeout(() => void requestLock(false), pauseMs)
      pauseMs = Math.min(pauseMs * 2, lockRetryMs.longest)
    }
  }

  void requestLock(!isHidden())
  return {
    takeLead() {
      if (!isLeading && !isOver) void requestLock(true)
    },
    end() {
      isOver = true
      clearTimeout(timer)
      pending?.abort()
      release?.()
      change(false)
    },
  }
}
