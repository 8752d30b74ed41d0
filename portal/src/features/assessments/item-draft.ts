import { assessmentMessages } from "@uc/contract/assessment-messages"
import type { z } from "zod"
import { Failure, messageOf } from "../../platform/failure.ts"
import { readJson, tabStorage } from "../../platform/storage.ts"

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

function isChangedMeanwhile(error: unknown): boolean {
  return error instanceof Failure && error.message === assessmentMessages.changedMeanwhile
}

/**
 * WORK-2: one thing that is saved by itself while it is typed. What the server does not have yet is kept in the tab, so that
 * neither a failed call nor a reload loses it.
 */
export function itemDraft<T extends object>(parts: DraftParts<T>): ItemDraft<T> {
  const { key, shape, check, settle = (value) => value, save, delayMs = 800 } = parts
  const listeners = new Set<() => void>()
  let state: DraftState<T> = { value: parts.value, version: parts.version, status: "saved", problem: null }
  let timer: ReturnType<typeof setTimeout> | null = null
  let flight: Promise<void> | null = null

  const kept = readJson(tabStorage, key) as { value?: unknown; version?: unknown } | null
  const read = shape.safeParse(kept?.value)
  if (read.success && !isSame(read.data, parts.value)) {
    const isCurrent = kept?.version === parts.version
    state = { ...state, value: read.data, status: isCurrent ? "waiting" : "conflict" }
    if (isCurrent) wait()
  } else tabStorage.remove(key)

  function change(to: Partial<DraftState<T>>) {
    state = { ...state, ...to }
    if (state.status === "saved") tabStorage.remove(key)
    else tabStorage.set(key, JSON.stringify({ value: state.value, version: state.version }))
    for (const listener of listeners) listener()
  }

  function wait() {
    if (timer !== null) clearTimeout(timer)
    timer = setTimeout(() => void begin(), delayMs)
  }

  async function send(sent: T) {
    try {
      const version = await save(sent, state.version)
      const value = settle(state.value, sent)
      const isWhole = isSame(value, settle(sent, sent))
      change({ value, version, status: isWhole ? "saved" : "waiting", problem: null })
      if (!isWhole) wait()
    } catch (error) {
      // What another call displaced was not refused.
      const problem = messageOf(error, "保存没有成功") ?? "保存没有成功"
      change({ status: isChangedMeanwhile(error) ? "conflict" : "failed", problem })
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
      return () => listeners.delete(listener)
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
