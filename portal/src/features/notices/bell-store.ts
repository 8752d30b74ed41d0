import { noticeCalls, type Bell } from "@uc/contract/notices/calls"
import { createStore } from "zustand/vanilla"
import { useStore } from "zustand"
import { onEvent } from "../../platform/realtime/events.ts"
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

/** All people of a city get the event of a notice at the same moment: their calls are spread over this time. */
const spreadMs = 3000

/** HOME-1: by the event stream, or by polling where there is none. Returns what ends it. */
export function watchBell(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const end = onEvent("bell", () => {
    timer ??= setTimeout(() => {
      timer = undefined
      void askBell()
    }, Math.random() * spreadMs)
  })
  void askBell()
  return () => {
    end()
    clearTimeout(timer)
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
