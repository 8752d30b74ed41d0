/** How long to wait before a refused lock is asked for again: twice as long each time, up to the longest. */
export const askAgainMs = { first: 100, longest: 60_000 }

/** What of `navigator.locks` is used, so that a test can have its own. */
export type Locks = Pick<LockManager, "request">

interface Turns {
  /** Tabs of one name are one client. */
  readonly name: string
  /** Undefined where the site has no TLS: then each tab leads itself, and only the one that is looked at makes a sound. */
  readonly locks: Locks | undefined
  readonly isHidden: () => boolean
  readonly onChange: (isLeading: boolean) => void
}

export interface Turn {
  /** Takes the lead from whoever has it: this tab is looked at. */
  readonly take: () => void
  readonly end: () => void
}

/** WARN-7: one tab of a browser leads; when it goes, the next in line does. A lock ends with its tab, however that ends. */
export function electLeader({ name, locks, isHidden, onChange }: Turns): Turn {
  if (!locks) {
    onChange(true)
    return { take: () => undefined, end: () => onChange(false) }
  }
  let isLeading = false
  let isOver = false
  let release: (() => void) | undefined
  let waiting: AbortController | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let pauseMs = askAgainMs.first

  function change(to: boolean): void {
    if (isLeading === to) return
    isLeading = to
    onChange(to)
  }

  function hold(): Promise<void> {
    if (isOver) return Promise.resolve()
    pauseMs = askAgainMs.first
    change(true)
    return new Promise((resolve) => (release = resolve))
  }

  async function ask(isTaking: boolean): Promise<void> {
    clearTimeout(timer)
    waiting?.abort()
    const mine = new AbortController()
    waiting = mine
    try {
      await locks?.request(name, isTaking ? { steal: true } : { signal: mine.signal }, hold)
    } catch {
      // Taken by a tab that is looked at, or this question gave way to another one of ours.
      if (isOver || waiting !== mine) return
      change(false)
      // By a timer (BARE-19): in a document that is being left WebKit refuses at once and every time, and asking again in
      // the same moment never let it go: it hung with a full core.
      timer = setTimeout(() => void ask(false), pauseMs)
      pauseMs = Math.min(pauseMs * 2, askAgainMs.longest)
    }
  }

  void ask(!isHidden())
  return {
    take() {
      if (!isLeading && !isOver) void ask(true)
    },
    end() {
      isOver = true
      clearTimeout(timer)
      waiting?.abort()
      release?.()
      change(false)
    },
  }
}
