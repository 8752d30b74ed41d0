import { assessmentMessages } from "@uc/contract/assessments/messages"
import type { z } from "zod"
import { nowMs } from "../../../platform/browser/clock.ts"
import { Failure, messageOf } from "../../../platform/http/failure.ts"
import { browserStorage, readJson } from "../../../platform/session/storage.ts"

export type DraftStatus = "saved" | "waiting" | "saving" | "failed" | "conflict"

export interface DraftState<T> {
  readonly value: T
  /** What the server had when this was last the same as there. */
  readonly version: number
  readonly status: DraftStatus
  readonly problem: string | null
}

export interface ItemDraft<T> {
  readonly state: () => DraftState<T>
  readonly watch: (listener: () => void) => () => void
  readonly type: (change: Partial<T>) => void
  /** Saves at once what waits. False: something is not saved. */
  readonly flush: () => Promise<boolean>
  /** After somebody else was first: with what they wrote, or over it. */
  readonly resolve: (keep: "mine" | "theirs", theirs: { readonly value: T; readonly version: number }) => void
}

interface DraftParts<T> {
  /** Under what it is kept until the server has it. */
  readonly key: string
  readonly shape: z.ZodType<T>
  readonly value: T
  readonly version: number
  /** Why it can't be sent as it is; null: it can. */
  readonly check: (value: T) => string | null
  /** What is left of it once `sent` is saved; the same but for what is only sent once. */
  readonly settle?: (value: T, sent: T) => T
  /** Gives the new version. */
  readonly save: (value: T, version: number) => Promise<number>
  readonly delayMs?: number
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** Nobody comes back to what they left so long ago; and the machine may be somebody else's by now. */
const keptMs = 14 * 24 * 3_600_000
/** How long after a failure of the line or the server it is tried again: longer each time. */
const retryMs = { first: 5000, most: 60_000 }

function isChangedMeanwhile(error: unknown): boolean {
  return error instanceof Failure && error.message === assessmentMessages.changedMeanwhile
}

/** The line or the server may be back in a moment; a refusal stays one. */
function isPassing(error: unknown): boolean {
  return error instanceof Failure && ["server", "slow", "timeout"].includes(error.kind)
}

/** What was typed and not saved, if it is not too old. */
function keptUnder(key: string): { readonly value?: unknown; readonly version?: unknown } | null {
  const kept = readJson(browserStorage, key) as { value?: unknown; version?: unknown; atMs?: unknown } | null
  return typeof kept?.atMs === "number" && nowMs() - kept.atMs < keptMs ? kept : null
}

/** What nobody can save any more. */
export function forgetDrafts(begin: string): void {
  for (const key of browserStorage.keys()) if (key.startsWith(begin)) browserStorage.remove(key)
}

/**
 * WORK-2: one thing that is saved by itself while it is typed. What the server does not have yet is kept in the browser, so
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

  /** Only while somebody looks: whoever has gone may not be who is signed in by then. */
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
      // What another call displaced was not refused.
      const problem = messageOf(error, "保存没有成功") ?? "保存没有成功"
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
      // Whoever types on over a conflict has not decided it.
      if (state.status === "conflict" || state.status === "saving") change({ value })
      else {
        change({ value, status: "waiting", problem: null })
        wait()
      }
    },
    async flush() {
      await begin()
      // What was typed while it was under way.
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
