import { noticeCalls, type Bell } from "@uc/contract/notices/calls"
import { createStore } from "zustand/vanilla"
import { useStore } from "zustand"
import { onEventSpread } from "../../platform/realtime/on-event-spread.ts"
import { keptAnswer, send } from "../../platform/http/send.ts"

interface Known {
  /** Null: not loaded yet, which is not zero. */
  readonly bell: Bell | null
  /** The last call failed; what is shown is from before. */
  readonly hasFailed: boolean
}

const nothing: Known = { bell: null, hasFailed: false }
const store = createStore<Known>(() => nothing)
let kept = keptAnswer()
let isAsking = false
let isWantedAgain = false

/** Never two calls at a time, and none is forgotten. */
export async function askBell(): Promise<void> {
  if (isAsking) {
    isWantedAgain = true
    return
  }
  isAsking = true
  try {
    const bell = await send(noticeCalls.bell, {}, { kept })
    store.setState({ bell, hasFailed: false })
  } catch {
    store.setState({ hasFailed: true })
  } finally {
    isAsking = false
  }
  if (!isWantedAgain) return
  isWantedAgain = false
  await askBell()
}

/** HOME-1: by the event stream, or by polling where there is none. Returns what ends it. */
export function watchBell(): () => void {
  const end = onEventSpread("bell", () => void askBell())
  void askBell()
  return () => {
    end()
    kept = keptAnswer()
    store.setState(nothing, true)
  }
}

export function useBell(): Known {
  return useStore(store)
}

/** Shown as read immediately; the server's answer follows. */
export async function readFromBell(what: { noticeids?: string; rings?: string } | "all"): Promise<void> {
  await (what === "all" ? send(noticeCalls.readAll, {}) : send(noticeCalls.read, what))
  await askBell()
}
