export interface Storage {
  get(key: string): string | null
  /** False: in memory only, gone with the page. */
  set(key: string, value: string): boolean
  remove(key: string): void
  keys(): readonly string[]
}

/** The prefix of all our keys: the site may be shared with older pages. */
const prefix = "uc:"

/** The name under which the browser itself knows a key, as in its `storage` events. */
export function storageKey(key: string): string {
  return prefix + key
}

/** A browser may refuse storage or be full: then values live as long as the page. */
function safe(area: () => globalThis.Storage): Storage {
  const memory = new Map<string, string>()
  return {
    get(key) {
      const kept = memory.get(key)
      if (kept !== undefined) return kept
      try {
        return area().getItem(prefix + key)
      } catch {
        return null
      }
    },
    set(key, value) {
      try {
        area().setItem(prefix + key, value)
        memory.delete(key)
        return true
      } catch {
        memory.set(key, value)
        return false
      }
    },
    remove(key) {
      memory.delete(key)
      try {
        area().removeItem(prefix + key)
      } catch {
        // Refused storage holds nothing that could be removed.
      }
    },
    keys() {
      try {
        const stored = Object.keys(area())
          .filter((key) => key.startsWith(prefix))
          .map((key) => key.slice(prefix.length))
        return [...new Set([...stored, ...memory.keys()])]
      } catch {
        return [...memory.keys()]
      }
    },
  }
}

/** Until the tab is closed. */
export const tabStorage = safe(() => window.sessionStorage)
/** Until somebody clears it. */
export const browserStorage = safe(() => window.localStorage)

/** What stands under a key as JSON, or null where there is none or it is broken. */
export function readJson(storage: Storage, key: string): unknown {
  const text = storage.get(key)
  if (text === null) return null
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
