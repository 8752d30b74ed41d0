import { alarmCalls, monitorDefaults, type WatchedWarning } from "@uc/contract/alarms/calls"
import { drillCalls, executionTypes, type Drill } from "@uc/contract/drills/calls"
import type { MonitorOptions } from "@uc/contract/monitor/options"
import { useEffect, useState } from "react"
import { onEventSpread } from "../../platform/realtime/on-event-spread.ts"
import { Failure, isCancelled } from "../../platform/http/failure.ts"
import { keptAnswer, send } from "../../platform/http/send.ts"
import type { EntryLists } from "./monitor-entry.ts"
import type { Outages, WatchedCall } from "./outages.ts"
import { msOf, periodAt } from "./poll-interval.ts"
import { learnAbout, shownDrill, shownAlarm } from "./school-facts.ts"

/** How long a card waits for its details; then it is shown without them, and they follow. */
const factsWaitMs = 300

export interface Answers {
  readonly isWhole: boolean
  readonly lists: Partial<EntryLists>
  /** The server's clock. */
  readonly nowMs: number
  /** Where addresses or names were late: the same lists with them. */
  readonly late: Promise<Partial<EntryLists> | null>
}

interface ListLoaderOptions {
  readonly areaid: string | undefined
  /** WARN-1: the caller's own parameters, sent along. */
  readonly params?: MonitorOptions["params"]
  readonly outages: Outages
  readonly nowMs: () => number
}

interface Page<T> {
  readonly total: number
  readonly items: readonly T[]
}

/** WARN-1: both lists by the specified calls. Never throws: what failed is not in the answer. */
export function createListLoader({ areaid, params = {}, outages, nowMs }: ListLoaderOptions) {
  const kept = { warning: keptAnswer(), yuan: keptAnswer() }
  let lastSuccessMs: number | null = null

  /** By the server's clock: with a slow clock here the newest would be missing. */
  const serverNowMs = () => nowMs() + Math.max(kept.warning.aheadMs, kept.yuan.aheadMs)

  async function tried<T>(call: WatchedCall, ask: () => Promise<T>): Promise<T | null> {
    try {
      const answer = await ask()
      outages.worked(call)
      return answer
    } catch (error) {
      const isSilent = isCancelled(error) || (error instanceof Failure && error.kind === "signed-out")
      if (!isSilent) outages.failed(call)
      return null
    }
  }

  function shown(alarms: Page<WatchedWarning> | null, drills: Page<Drill> | null): Partial<EntryLists> {
    return {
      ...(alarms && { warning: { total: alarms.total, items: alarms.items.map(shownAlarm) } }),
      ...(drills && { yuan: { total: drills.total, items: drills.items.map(shownDrill) } }),
    }
  }

  /** `openCard`: when the oldest warning on an open card came in; it stays in the list until it is closed. */
  return async function loadLists(openCard: string | null): Promise<Answers> {
    const { start, limit } = monitorDefaults
    const askedMs = serverNowMs()
    const period = periodAt(askedMs, lastSuccessMs, openCard === null ? null : msOf(openCard))
    const area = areaid === undefined ? {} : { areaid }
    const areaOfDrills = areaid === undefined ? {} : { areaId: areaid }
    const [alarms, drills] = await Promise.all([
      tried("alarms.records", () =>
        send(
          alarmCalls.records,
          // The names are the caller's; the service judges them.
          { ...(params as object), start, limit, ...period, ...area },
          { kept: kept.warning },
        ),
      ),
      tried("drills.executions", () =>
        send(
          drillCalls.executions,
          { start, limit, ...areaOfDrills, zxType: executionTypes.drill },
          { kept: kept.yuan },
        ),
      ),
    ])
    if (alarms) lastSuccessMs = askedMs
    const facts = learnAbout({ alarms: alarms?.items ?? [], drills: drills?.items ?? [] }, outages, nowMs())
    let isLate = true
    await Promise.race([
      facts.then(() => (isLate = false)),
      new Promise((resolve) => setTimeout(resolve, factsWaitMs)),
    ])
    return {
      isWhole: alarms !== null && drills !== null,
      lists: shown(alarms, drills),
      nowMs: serverNowMs(),
      late: isLate ? facts.then(() => shown(alarms, drills)) : Promise.resolve(null),
    }
  }
}

export type LoadLists = ReturnType<typeof createListLoader>

/** For where no event gets through; otherwise events come first. */
const emergencyBeatMs = 60_000
const emergencySpreadMs = 800

/**
 * DAY-4: how many real emergencies run. The specification's poll asks for drills alone (WARN-1), so they are counted apart,
 * as on the home page. Null: not known yet; a failure leaves what was known, and the bar says that it is interrupted.
 */
export function useEmergencies(areaid: string | undefined): number | null {
  const [total, setTotal] = useState<number | null>(null)
  useEffect(() => {
    let isOver = false
    const ask = async () => {
      try {
        const { total: running } = await send(drillCalls.executions, {
          limit: 1,
          zxType: executionTypes.emergency,
          ...(areaid !== undefined && { areaId: areaid }),
        })
        if (!isOver) setTotal(running)
      } catch {
        // The last known number stays; the bar says that it is interrupted.
      }
    }
    void ask()
    const stopListening = onEventSpread("drills", () => void ask(), emergencySpreadMs)
    const timer = setInterval(() => void ask(), emergencyBeatMs)
    return () => {
      isOver = true
      stopListening()
      clearInterval(timer)
    }
  }, [areaid])
  return total
}
