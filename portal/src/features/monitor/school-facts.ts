import { alarmCalls, type ShownWarning, type Warning, type WatchedWarning } from "@uc/contract/alarms/calls"
import type { Drill, ShownDrill } from "@uc/contract/drills/calls"
import { unknownTypeName } from "@uc/contract/alarms/type-name"
import { organisationCalls } from "@uc/contract/organisations/calls"
import { pageLimit } from "@uc/contract/core/wire"
import { Failure, isCancelled } from "../../platform/http/failure.ts"
import { send } from "../../platform/http/send.ts"
import type { Outages, WatchedCall } from "./outages.ts"

/** An unknown type may be a new one; it is requested again after this. */
const typesStaleMs = 60_000

/** Cached until the page is reloaded: schools do not move. Null: it has none. */
const addresses = new Map<string, string | null>()
const typeNames = new Map<string, string>()
let typesAskedMs = Number.NEGATIVE_INFINITY

/** For tests. */
export function forgetFacts(): void {
  addresses.clear()
  typeNames.clear()
  typesAskedMs = Number.NEGATIVE_INFINITY
}

async function tried(outages: Outages, call: WatchedCall, ask: () => Promise<void>): Promise<void> {
  try {
    await ask()
    outages.worked(call)
  } catch (error) {
    // The end of a session has its own sentence.
    const isSilent = isCancelled(error) || (error instanceof Failure && error.kind === "signed-out")
    if (!isSilent) outages.failed(call)
  }
}

async function learnTypes(): Promise<void> {
  const { items } = await send(alarmCalls.types, { start: 0, limit: pageLimit })
  for (const { code, name } of items) typeNames.set(code, name)
}

/** Two lists may want one school at the same time, and equal requests cancel each other (REQ-2). */
const underWay = new Map<string, Promise<void>>()

function learnAddress(orgid: string): Promise<void> {
  const asking =
    underWay.get(orgid) ??
    send(organisationCalls.schoolInfo, { orgid })
      .then(({ address }) => void addresses.set(orgid, address))
      .finally(() => underWay.delete(orgid))
  underWay.set(orgid, asking)
  return asking
}

/**
 * WARN-3: loads what is missing. True: there is something new. Never fails: a warning without its school's address is
 * still a warning.
 */
export async function learnAbout(
  { alarms, drills }: { readonly alarms: readonly Warning[]; readonly drills: readonly Drill[] },
  outages: Outages,
  nowMs: number,
): Promise<boolean> {
  const schools = new Set([...alarms.map(({ orgid }) => orgid), ...drills.map(({ unitid }) => unitid)])
  const unknown = [...schools].filter((id) => !addresses.has(id))
  const jobs: Promise<void>[] = []
  if (unknown.length > 0)
    jobs.push(
      tried(outages, "organisations.schoolInfo", async () => {
        const results = await Promise.allSettled(unknown.map(learnAddress))
        const refused = results.find((result) => result.status === "rejected")
        if (refused) throw refused.reason
      }),
    )
  const hasUnknownType = alarms.some(({ model_code }) => !typeNames.has(model_code))
  if (hasUnknownType && nowMs - typesAskedMs >= typesStaleMs) {
    typesAskedMs = nowMs
    jobs.push(
      tried(outages, "alarms.types", async () => {
        try {
          await learnTypes()
        } catch (error) {
          // A failed one is retried with the next poll; an unknown one is not.
          typesAskedMs = Number.NEGATIVE_INFINITY
          throw error
        }
      }),
    )
  }
  await Promise.all(jobs)
  return jobs.length > 0
}

/** `2026-11-15 14:05:09` */
function timeOf(moment: string): string {
  return moment.slice(11, 19)
}

export function shownAlarm(warning: WatchedWarning): ShownWarning {
  const { createtime, model_code, orgid } = warning
  return {
    ...warning,
    startTime: timeOf(createtime),
    modelType: typeNames.get(model_code) ?? unknownTypeName(model_code),
    schoolAddress: addresses.get(orgid) ?? "",
  }
}

export function shownDrill(drill: Drill): ShownDrill {
  return {
    ...drill,
    startTime: timeOf(drill.yazxBdate),
    schoolAddress: addresses.get(drill.unitid) ?? "",
  }
}
