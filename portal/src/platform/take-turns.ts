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
export function takeTurns({ name, locks, isHidden, onChange }: Turns): Turn {
  if (!locks) {
    onChange(true)
    return { take: () => undefined, end: () => onChange(false) }
  }
  let isLeading = false
  let isOver = false
  let release: (() => void) | undefined
  let waiting: AbortController | undefined

  function change(to: boolean): void {
    if (isLeading === to) return
    isLeading = to
    onChange(to)
  }

  function hold(): Promise<void> {
    if (isOver) return Promise.resolve()
    change(true)
    return new Promise((resolve) => (release = resolve))
  }

  async function ask(isTaking: boolean): Promise<void> {
    waiting?.abort()
    const mine = new AbortController()
    waiting = mine
    try {
      await locks?.request(name, isTaking ? { steal: true } : { signal: mine.signal }, hold)
    } catch {
      // Taken by a tab that is looked at, or this question gave way to another one of ours.
      if (isOver || waiting !== mine) return
      change(false)
      void ask(false)
    }
  }

  void ask(!isHidden())
  return {
    take() {
      if (!isLeading && !isOver) void ask(true)
    },
    end() {
      isOver = true
      waiting?.abort()
      release?.()
      change(false)
    },
  }
}
