import { alarmCalls, monitorDefaults, type Warning } from "@uc/contract/alarms/calls"
import { drillCalls, executionTypes, type Drill } from "@uc/contract/drills/calls"
import { ingestLimits } from "@uc/contract/alarm-sources/calls"
import { Failure, isCancelled } from "../../platform/http/failure.ts"
import { keptAnswer, send } from "../../platform/http/send.ts"
import type { AlertLists } from "./monitor.ts"
import type { Outages, WatchedCall } from "./outages.ts"
import { momentAt, msOf, periodAt } from "./poll-interval.ts"
import { learnAbout, shownDrill, shownWarning } from "./school-facts.ts"

/** So long a card waits for the words that come with it, and then goes without: they follow. */
const factsWaitMs = 300

export interface Answers {
  readonly isWhole: boolean
  readonly lists: Partial<AlertLists>
  /** Where addresses or names were late: the same lists with them. */
  readonly late: Promise<Partial<AlertLists> | null>
}

/** A source's clock may be ahead by this: its alarm is of now, and must not wait until our clock has come so far. */
const aheadMs = ingestLimits.clockMinutes * 60_000

interface Asker {
  readonly areaid: string | undefined
  readonly outages: Outages
  readonly nowMs: () => number
}

interface Page<T> {
  readonly total: number
  readonly items: readonly T[]
}

/** WARN-1: both lists by the specified calls. Never throws: what failed is not in the answer. */
export function createListAsker({ areaid, outages, nowMs }: Asker) {
  const kept = { warning: keptAnswer(), yuan: keptAnswer() }
  let lastSuccessMs: number | null = null

  /** By the server's clock: a computer that is late would not be shown what is newest. */
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

  function shown(warnings: Page<Warning> | null, drills: Page<Drill> | null): Partial<AlertLists> {
    return {
      ...(warnings && { warning: { total: warnings.total, items: warnings.items.map(shownWarning) } }),
      ...(drills && { yuan: { total: drills.total, items: drills.items.map(shownDrill) } }),
    }
  }

  /** `openCard`: when the warning on the open card came in; it stays in the list until somebody has closed it. */
  return async function askLists(openCard: string | null): Promise<Answers> {
    const { start, limit } = monitorDefaults
    const askedMs = serverNowMs()
    const period = periodAt(askedMs, lastSuccessMs, openCard === null ? null : msOf(openCard))
    const area = areaid === undefined ? {} : { areaid }
    const areaOfDrills = areaid === undefined ? {} : { areaId: areaid }
    const [warnings, drills] = await Promise.all([
      tried("alarms.records", () =>
        send(
          alarmCalls.records,
          { start, limit, ...period, endtime: momentAt(askedMs + aheadMs), ...area },
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
    if (warnings) lastSuccessMs = askedMs
    const facts = learnAbout(
      { warnings: warnings?.items ?? [], drills: drills?.items ?? [] },
      outages,
      nowMs(),
    )
    let isLate = true
    await Promise.race([
      facts.then(() => (isLate = false)),
      new Promise((resolve) => setTimeout(resolve, factsWaitMs)),
    ])
    return {
      isWhole: warnings !== null && drills !== null,
      lists: shown(warnings, drills),
      late: isLate ? facts.then(() => shown(warnings, drills)) : Promise.resolve(null),
    }
  }
}

export type AskLists = ReturnType<typeof createListAsker>
