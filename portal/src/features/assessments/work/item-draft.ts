import { assessmentMessages } from "@uc/contract/assessments/messages"
import type { z } from "zod"
import { nowMs } from "../../../platform/browser/clock.ts"
import { Failure, messageOf } from "../../../platform/http/failure.ts"
import { browserStorage, readJson } from "../../../platform/session/storage.ts"

export type DraftStatus = "saved" | "waiting" | "saving" | "failed" | "conflict"

export interface DraftState<T> {
  readonly value: T
  /** The server's value when both were last the same. */
  readonly version: number
  readonly status: DraftStatus
  readonly problem: string | null
}

export interface ItemDraft<T> {
  readonly state: () => DraftState<T>
  readonly watch: (listener: () => void) => () => void
  readonly type: (change: Partial<T>) => void
  /** Saves now what waits. False: something is not saved. */
  readonly flush: () => Promise<boolean>
  /** After a conflict: take what the other wrote, or save over it. */
  readonly resolve: (keep: "mine" | "theirs", theirs: { readonly value: T; readonly version: number }) => void
}

interface DraftParts<T> {
  /** The storage key until the server has it. */
  readonly key: string
  readonly shape: z.ZodType<T>
  readonly value: T
  readonly version: number
  /** Why it can't be sent as it is; null: it can. */
  readonly check: (value: T) => string | null
  /** What is left once `sent` is saved: the same without what is sent only once. */
  readonly settle?: (value: T, sent: T) => T
  /** Returns the new version. */
  readonly save: (value: T, version: number) => Promise<number>
  readonly delayMs?: number
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** Older drafts are dropped: the computer may be somebody else's by now. */
const keptMs = 14 * 24 * 3_600_000
/** The pauses after failures of the connection or the server: longer each time. */
const retryMs = { first: 5000, most: 60_000 }

function isChangedMeanwhile(error: unknown): boolean {
  return error instanceof Failure && error.message === assessmentMessages.changedMeanwhile
}

/** The connection or the server may come back; a refusal stays one. */
function isPassing(error: unknown): boolean {
  return error instanceof Failure && ["server", "slow", "timeout"].includes(error.kind)
}

/** What was typed and not saved, if it is not too old. */
function keptUnder(key: string): { readonly value?: unknown; readonly version?: unknown } | null {
  const kept = readJson(browserStorage, key) as { value?: unknown; version?: unknown; atMs?: unknown } | null
  return typeof kept?.atMs === "number" && nowMs() - kept.atMs < keptMs ? kept : null
}

/** Drafts that nobody can save any more. */
export function forgetDrafts(begin: string): void {
  for (const key of browserStorage.keys()) if (key.startsWith(begin)) browserStorage.remove(key)
}

/**
 * WORK-2: saves a value automatically while it is typed. What the server does not have yet is stored in the browser, so
 * that neither a failed call nor a closed tab loses it, and is sent once the server is back.
 */
export function itemDraft<T extends object>(parts: DraftParts<T>): ItemDraft<T> {
  const { key, shape, check, settle = (value) => value, save, delayMs = 800 } = parts
  const listeners = new Set<() => void>()
  let state: DraftState<T> = { value: parts.value, version: parts.version, status: "saved", problem: null }
  let timer: ReturnType<typeof setTimeout> | null = null
  let flight: Promise<void> | null = null
  let nextTryMs = retryMs.first

  const kept = keptUnder(key)
  const read = shape.safeParse(kept?.value)
  if (read.success && !isSame(read.data, parts.value)) {
    const isCurrent = kept?.version === parts.version
    state = { ...state, value: read.data, status: isCurrent ? "waiting" : "conflict" }
    if (isCurrent) wait()
  } else browserStorage.remove(key)

  function change(to: Partial<DraftState<T>>) {
    state = { ...state, ...to }
    if (state.status === "saved") browserStorage.remove(key)
    else
      browserStorage.set(key, JSON.stringify({ value: state.value, version: state.version, atMs: nowMs() }))
    for (const listener of listeners) listener()
  }

  function wait(ms = delayMs) {
    if (timer !== null) clearTimeout(timer)
    timer = setTimeout(() => void begin(), ms)
  }

  /** Only while the page is visible: later somebody else may be signed in. */
  function tryAgain() {
    if (listeners.size === 0) return
    wait(nextTryMs)
    nextTryMs = Math.min(nextTryMs * 2, retryMs.most)
  }

  async function send(sent: T) {
    try {
      const version = await save(sent, state.version)
      const value = settle(state.value, sent)
      const isWhole = isSame(value, settle(sent, sent))
      nextTryMs = retryMs.first
      change({ value, version, status: isWhole ? "saved" : "waiting", problem: null })
      if (!isWhole) wait()
    } catch (error) {
      // A call that was replaced by an equal one was not refused.
      const problem = messageOf(error, "保存失败") ?? "保存失败"
      change({ status: isChangedMeanwhile(error) ? "conflict" : "failed", problem })
      if (isPassing(error)) tryAgain()
    }
  }

  function begin(): Promise<void> {
    if (timer !== null) clearTimeout(timer)
    timer = null
    if (flight) return flight
    if (state.status !== "waiting" && state.status !== "failed") return Promise.resolve()
    const problem = check(state.value)
    if (problem !== null) {
      change({ status: "failed", problem })
      return Promise.resolve()
    }
    change({ status: "saving", problem: null })
    flight = send(state.value).finally(() => {
      flight = null
    })
    return flight
  }

  return {
    state: () => state,
    watch(listener) {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
        if (listeners.size === 0 && state.status === "failed" && timer !== null) clearTimeout(timer)
      }
    },
    type(typed) {
      const value = { ...state.value, ...typed }
      // Typing on during a conflict does not resolve it.
      if (state.status === "conflict" || state.status === "saving") change({ value })
      else {
        change({ value, status: "waiting", problem: null })
        wait()
      }
    },
    async flush() {
      await begin()
      // Typed during the save.
      if (state.status === "waiting") await begin()
      return state.status === "saved"
    },
    resolve(keep, theirs) {
      if (keep === "theirs") return change({ ...theirs, status: "saved", problem: null })
      change({ version: theirs.version, status: "waiting", problem: null })
      void begin()
    },
  }
}
