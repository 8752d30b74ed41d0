import type { ParsedInputOf } from "@uc/contract/core/call"
import { replyMessages } from "@uc/contract/core/reply"
import type { Id } from "@uc/contract/core/wire"
import type { hazardCalls, HazardDetail } from "@uc/contract/hazards/calls"
import { hazardLimits, hazardMessages, hazardRings } from "@uc/contract/hazards/messages"
import { hazard, hazardEvent } from "../../db/schema/patrols.ts"
import { Refusal } from "../../errors/refusal.ts"
import type { RequestContext } from "../../http/calls/request-context.ts"
import { takeQuota } from "../../security/quota.ts"
import { foundOrForbidden, isAdministered, mustReach, outOfReach } from "../../session/reach.ts"
import { writeAuditEntry } from "../../session/write-audit-entry.ts"
import { hazardDetail } from "./hazard-detail.store.ts"
import { copyVisitPhotos, linkHazardPhotos } from "./hazard-photos.ts"
import { sourceOf, type FoundSource } from "./hazard-source.ts"
import { hazardManagers, notifyAboutHazard } from "./notify-about-hazard.ts"

type Report = ParsedInputOf<typeof hazardCalls.report>

/** Within the own organisation everybody; beyond it who holds `hazards.manage` for the other one. */
export function mayReportFor({ user }: RequestContext, org: Id): boolean {
  return org === user.user.orgid || isAdministered(user, org)
}

/** DAY-6: a new hazard with the first entry of its history, and its managers are notified. */
export async function reportHazard(context: RequestContext, wanted: Report): Promise<HazardDetail> {
  const {
    db,
    user: { user },
  } = context
  if (wanted.orgid !== undefined) mustReach(context.scope, wanted.orgid)
  const source = await sourceOf(db, wanted)
  const orgId = organisationOf(context, wanted.orgid, source)
  if (source?.obstacle) throw new Refusal(source.obstacle, { status: 409 })
  await takeHourlyQuota(context)
  const [made] = await db
    .insert(hazard)
    .values({
      orgId,
      title: wanted.title,
      place: wanted.place,
      description: wanted.description,
      level: wanted.level,
      source: source?.source ?? "report",
      sourceRef: source?.ref ?? null,
      sourceName: source?.name ?? null,
      reporterId: user.id,
      reporterName: user.nickname,
      reporterOrgName: user.orgname,
    })
    .onConflictDoNothing()
    .returning({ id: hazard.id })
  // Of two at once the second waits for the first and finds it here.
  if (!made) throw new Refusal(hazardMessages.already, { status: 409 })
  const [entry] = await db
    .insert(hazardEvent)
    .values({
      orgId,
      hazardId: made.id,
      deed: "reported",
      personId: user.id,
      detail: { who: user.nickname, orgname: user.orgname },
    })
    .returning({ id: hazardEvent.id })
  if (!entry) throw new Error("An entry of a history is not there after it was written")
  if (source?.source === "patrol") await copyVisitPhotos(db, source.ref, entry.id)
  await linkHazardPhotos(context, { orgId, entry: entry.id, photos: wanted.photos })
  await writeAuditEntry(context, "hazards.report", { id: made.id, title: wanted.title })
  await notifyAboutHazard(db, made.id, {
    to: await hazardManagers(db, orgId),
    by: user.id,
    title: hazardRings.reported(user.nickname, wanted.title),
  })
  return foundOrForbidden(await hazardDetail(db, context.user, made.id))
}

function organisationOf(context: RequestContext, orgid: Id | undefined, source: FoundSource | null): Id {
  const org = source?.orgId ?? orgid ?? context.user.user.orgid
  if (!mayReportFor(context, org)) throw outOfReach()
  // DISTRICT-15: refused and not dropped.
  if (orgid !== undefined && orgid !== org)
    throw new Refusal(hazardMessages.otherOrganisation, { field: "orgid" })
  return org
}

async function takeHourlyQuota({ db, user: { user } }: RequestContext): Promise<void> {
  const { reportedPerHour: atMost } = hazardLimits
  const taken = await takeQuota(db, [{ key: `hazard-report:${user.id}`, seconds: 3600, atMost }])
  if (!taken.ok) throw new Refusal(replyMessages.busy, { status: 429, retryAfterS: taken.retryAfterS })
}
