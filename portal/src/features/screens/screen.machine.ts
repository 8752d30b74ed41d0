import { levelColour } from "@uc/contract/alarms/level-colours"
import type { MonitorKind } from "@uc/contract/alarms/calls"
import { screenLimits, type ScreenAlarm, type ScreenOverview } from "@uc/contract/screens/calls"
import { msOf } from "../monitor/public.ts"

/** How long a new grave alarm stands over everything. */
export const focusMs = { red: 30_000, orange: 15_000 } as const
/** A red alarm that nobody has confirmed rings again, as long as it is new. */
export const ringAgainMs = 30_000
const ringsForMs = 10 * 60_000
/** The screen loads a new version when nothing has happened for so long. */
const quietMs = 60_000

/** The sound to be made now; another number is another sound. */
interface Ringing {
  readonly no: number
  readonly kind: MonitorKind
  readonly atMs: number
}

/** DAY-7: everything that the screen knows. Nothing in it grows with time: it holds one answer and what follows from it. */
export interface ScreenState {
  /** `ended`: it was a screen, and is none any more. */
  readonly at: "starting" | "unpaired" | "ended" | "showing"
  readonly overview: ScreenOverview | null
  readonly nowMs: number
  /** How far the server's clock is ahead of the browser's. */
  readonly aheadMs: number
  /** When the last answer came; null: none yet. */
  readonly answeredMs: number | null
  /** Whether events arrive; otherwise it asks by the clock alone. */
  readonly isPushed: boolean
  /** Alarms of the last answer that came while it was watching, and when. */
  readonly arrivals: Readonly<Record<string, number>>
  readonly focus: { readonly uuid: string; readonly untilMs: number } | null
  readonly ringing: Ringing | null
}

export type ScreenEvent =
  | { readonly type: "answered"; readonly overview: ScreenOverview; readonly nowMs: number }
  /** Neither a screen nor somebody who is signed in. `wasScreen`: this browser was one. */
  | { readonly type: "refused"; readonly wasScreen: boolean }
  | { readonly type: "pushed"; readonly isOpen: boolean }
  | { readonly type: "ticked"; readonly nowMs: number }

export function screenFrom(nowMs: number): ScreenState {
  return {
    at: "starting",
    overview: null,
    nowMs,
    aheadMs: 0,
    answeredMs: null,
    isPushed: false,
    arrivals: {},
    focus: null,
    ringing: null,
  }
}

export function reduceScreen(state: ScreenState, event: ScreenEvent): ScreenState {
  switch (event.type) {
    case "answered":
      return ringAgain(answered(state, event.overview, event.nowMs))
    case "refused":
      return { ...screenFrom(state.nowMs), at: event.wasScreen ? "ended" : "unpaired" }
    case "pushed":
      return state.isPushed === event.isOpen ? state : { ...state, isPushed: event.isOpen }
    case "ticked":
      return ringAgain(ticked(state, event.nowMs))
  }
}

/** The server's time, which the screen shows and counts by. */
export function serverMs({ nowMs, aheadMs }: Pick<ScreenState, "nowMs" | "aheadMs">): number {
  return nowMs + aheadMs
}

/** Seconds without an answer; null: it is up to date. */
export function staleS({ answeredMs, nowMs }: Pick<ScreenState, "answeredMs" | "nowMs">): number | null {
  if (answeredMs === null) return null
  // A clock that was set back says nothing about the answer.
  const ageMs = Math.max(0, nowMs - answeredMs)
  return ageMs >= screenLimits.staleMs ? Math.floor(ageMs / 1000) : null
}

export function focused({ focus, overview }: ScreenState): ScreenAlarm | null {
  return overview?.alarms.items.find(({ uuid }) => uuid === focus?.uuid) ?? null
}

/** Red ones that nobody has confirmed: the frame of the screen shows it. */
export function unconfirmedRed({ overview }: ScreenState): readonly ScreenAlarm[] {
  return (overview?.alarms.items ?? []).filter(isUnconfirmedRed)
}

/** Whether it may load a new version now. */
export function isQuiet(state: ScreenState): boolean {
  const { focus, ringing, nowMs, at } = state
  if (at !== "showing") return true
  const hasRung = ringing !== null && nowMs - ringing.atMs < quietMs
  return focus === null && !hasRung && staleS(state) === null
}

export function isUnconfirmedRed(alarm: ScreenAlarm): boolean {
  return alarm.state === "open" && colourOf(alarm) === "red"
}

export function colourOf({ level, levelName }: Pick<ScreenAlarm, "level" | "levelName">) {
  return levelColour(level, levelName)
}

function answered(state: ScreenState, overview: ScreenOverview, nowMs: number): ScreenState {
  const before = state.overview
  const known = new Set(before?.alarms.items.map(({ uuid }) => uuid))
  const { items } = overview.alarms
  const lastBefore = before?.health.lastAlarmAt ?? ""
  // What was there when the screen was switched on is not new, nor what moved up because others were closed.
  const isFresh = ({ uuid, receivedAt }: ScreenAlarm) => !known.has(uuid) && receivedAt >= lastBefore
  const fresh = before === null ? [] : items.filter(isFresh)
  const arrivals = Object.fromEntries(
    items.flatMap(({ uuid }) => {
      const atMs = fresh.some((each) => each.uuid === uuid) ? nowMs : state.arrivals[uuid]
      return atMs === undefined ? [] : [[uuid, atMs]]
    }),
  )
  const shown: ScreenState = {
    ...state,
    at: "showing",
    overview,
    nowMs,
    answeredMs: nowMs,
    aheadMs: overview.nowMs - nowMs,
    arrivals,
    focus: focusAfter(state, fresh, overview, nowMs),
  }
  // More than an answer holds: the newest may be none of those.
  const hasNew = fresh.length > 0 || (before !== null && (overview.health.lastAlarmAt ?? "") > lastBefore)
  if (hasNew) return rung(shown, "warning")
  const drills = new Set(before?.drills.items.map(({ key }) => key))
  const hasDrill = before !== null && overview.drills.items.some(({ key }) => !drills.has(key))
  return hasDrill ? rung(shown, "yuan") : shown
}

function focusAfter(
  { focus }: ScreenState,
  fresh: readonly ScreenAlarm[],
  { alarms }: ScreenOverview,
  nowMs: number,
): ScreenState["focus"] {
  // The gravest first, as the answer has them.
  const grave = fresh.find((alarm) => ["red", "orange"].includes(colourOf(alarm)))
  const colour = grave && colourOf(grave)
  if (grave && (colour === "red" || colour === "orange"))
    return { uuid: grave.uuid, untilMs: nowMs + focusMs[colour] }
  // Somebody has confirmed it.
  const isOpen = alarms.items.some(({ uuid, state }) => uuid === focus?.uuid && state === "open")
  return isOpen ? focus : null
}

function ticked(state: ScreenState, nowMs: number): ScreenState {
  const isOver = state.focus !== null && nowMs >= state.focus.untilMs
  return { ...state, nowMs, focus: isOver ? null : state.focus }
}

function rung(state: ScreenState, kind: MonitorKind): ScreenState {
  return { ...state, ringing: { no: (state.ringing?.no ?? 0) + 1, kind, atMs: state.nowMs } }
}

function ringAgain(state: ScreenState): ScreenState {
  const { ringing, nowMs } = state
  if (state.at !== "showing" || (ringing !== null && nowMs - ringing.atMs < ringAgainMs)) return state
  const isDue = unconfirmedRed(state).some(
    ({ createtime }) => serverMs(state) - msOf(createtime) < ringsForMs,
  )
  return isDue ? rung(state, "warning") : state
}
