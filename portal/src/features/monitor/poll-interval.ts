import { monitorDefaults } from "@uc/contract/alarms/calls"
import { monitorLimits } from "@uc/contract/monitor/options"

/** WARN-1, WARN-7: when to poll, and whether the shown numbers are still valid. Without clock or timer of its own. */
export interface Pace {
  readonly intervalMs: number
  /** When the last answer came, or else when it began. */
  readonly freshMs: number
  readonly hasAnswer: boolean
  /** When the next answer is expected. */
  readonly dueMs: number
  readonly failures: number
  readonly isAsking: boolean
  /** An event came during the poll, so its answer may be too old. */
  readonly isWantedAgain: boolean
}

export type PaceEvent =
  | { readonly type: "asked" }
  /** `isHidden`: the next one comes in a minute, which is not late. */
  | { readonly type: "answered"; readonly nowMs: number; readonly isHidden: boolean }
  | { readonly type: "failed" }
  /** An event, a page that became visible, a computer that has slept. */
  | { readonly type: "nudged" }

export function paceFrom(nowMs: number, intervalMs: number = monitorDefaults.pollMs): Pace {
  return {
    intervalMs,
    freshMs: nowMs,
    hasAnswer: false,
    dueMs: nowMs + intervalMs,
    failures: 0,
    isAsking: false,
    isWantedAgain: false,
  }
}

export function reducePace(pace: Pace, event: PaceEvent): Pace {
  switch (event.type) {
    case "asked":
      return { ...pace, isAsking: true, isWantedAgain: false }
    case "answered": {
      const dueMs = event.nowMs + beatMs(pace, event.isHidden)
      return { ...pace, isAsking: false, failures: 0, hasAnswer: true, freshMs: event.nowMs, dueMs }
    }
    case "failed":
      return { ...pace, isAsking: false, failures: pace.failures + 1 }
    case "nudged":
      return pace.isAsking ? { ...pace, isWantedAgain: true } : { ...pace, failures: 0 }
  }
}

function beatMs({ intervalMs }: Pace, isHidden: boolean): number {
  return isHidden ? Math.max(intervalMs, monitorLimits.hiddenBeatMs) : intervalMs
}

/**
 * How long to wait before the next poll. `chance` between 0 and 1 adds up to a tenth, so that a thousand browsers do not poll
 * in the same moment; it takes nothing off, because polls are an interval apart (SPEC-5).
 */
export function waitMs(pace: Pace, isHidden: boolean, chance: number): number {
  // Not immediately while it fails: a server that is down and one that is busy look alike.
  if (pace.isWantedAgain && pace.failures === 0) return 0
  const beat = beatMs(pace, isHidden)
  // Twenty doublings exceed every limit; more would overflow.
  const backedOff = Math.min(beat * 2 ** Math.min(pace.failures, 20), monitorLimits.longestGapMs)
  return Math.round(Math.max(beat, backedOff) * (1 + chance / 10))
}

/** After three missed polls: an old number would look like safety. */
export function isInterrupted({ dueMs, intervalMs }: Pace, nowMs: number): boolean {
  return nowMs >= dueMs + (monitorLimits.missedBeats - 1) * intervalMs
}

export function ageS({ freshMs }: Pace, nowMs: number): number {
  return Math.max(0, Math.floor((nowMs - freshMs) / 1000))
}

/** The day in China, whatever the computer's time zone. */
const shanghaiOffsetMs = 8 * 60 * 60 * 1000

/** `2026-11-15 14:05:09`, Asia/Shanghai. */
export function momentAt(ms: number): string {
  return new Date(ms + shanghaiOffsetMs).toISOString().slice(0, 19).replace("T", " ")
}

export function msOf(moment: string): number {
  return Date.parse(`${moment.replace(" ", "T")}Z`) - shanghaiOffsetMs
}

export interface Period {
  readonly starttime: string
  readonly endtime: string
}

/**
 * WARN-1: today from 00:00:00 to now. The first poll after midnight reaches back to the last success, or alarms in
 * between would be missed. So do later ones while a card from before midnight is open.
 */
export function periodAt(nowMs: number, lastSuccessMs: number | null, openSinceMs: number | null): Period {
  const dayStart = `${momentAt(nowMs).slice(0, 10)} ${monitorDefaults.dayStart}`
  const starts = [
    dayStart,
    ...[lastSuccessMs, openSinceMs].flatMap((ms) => (ms === null ? [] : momentAt(ms))),
  ]
  return { starttime: starts.toSorted()[0] ?? dayStart, endtime: momentAt(nowMs) }
}
