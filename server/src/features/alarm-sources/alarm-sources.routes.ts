import {
  alarmSourceCalls,
  ingestLimits,
  ingestMessages,
  oldSignatureHeaders,
  type AlarmSource,
  type ItemResult,
  type SourceCall,
} from "@uc/contract/alarm-sources/calls"
import { replyMessages } from "@uc/contract/core/reply"
import type { Id } from "@uc/contract/core/wire"
import { admintypes } from "@uc/contract/account/calls"
import { mustAdministerFully } from "../../session/administered.ts"
import { implementCalls } from "../../http/calls/implement-calls.ts"
import type { OpenRequestContext, RequestContext } from "../../http/calls/request-context.ts"
import type { Services } from "../../http/services.ts"
import { publishEvent } from "../../realtime/publish-event.ts"
import { exportedFile, wholeSheet, type ExportedColumn } from "../../http/exported-file.ts"
import { foundOrForbidden, isAdministered, outOfReach } from "../../session/reach.ts"
import { Refusal } from "../../errors/refusal.ts"
import { tellOfAlarms } from "../awareness/public.ts"
import { newSourceKey, sourceBehind, sourceSecret, type KnownSource } from "./signed-source.ts"
import { TokenBuckets } from "../../security/token-buckets.ts"
import {
  addSource,
  coveredBySources,
  keepCall,
  lastCalls,
  organisationsCalled,
  revoke,
  sourceById,
  sourcesInReach,
} from "./alarm-sources.store.ts"
import { countIngested } from "./count-ingested.ts"
import { ingestAlarms } from "./ingest-alarms.ts"

const callColumns: readonly ExportedColumn<SourceCall>[] = [
  { title: "时间", width: 20, cell: ({ at }) => at },
  { title: "接收", width: 10, cell: ({ accepted }) => accepted },
  { title: "重复", width: 10, cell: ({ repeated }) => repeated },
  { title: "拒绝", width: 10, cell: ({ refused }) => refused },
  {
    title: "拒绝原因",
    width: 60,
    cell: ({ refusals }) =>
      refusals
        .map(({ index, field, msg }) => `第${index + 1}条${field ? `（${field}）` : ""}：${msg}`)
        .join("\n"),
  },
]

const sourceColumns: readonly ExportedColumn<AlarmSource>[] = [
  { title: "名称", width: 28, cell: ({ name }) => name },
  { title: "单位", width: 28, cell: ({ orgname }) => orgname },
  { title: "标识", width: 28, cell: ({ key }) => key },
  { title: "状态", width: 10, cell: ({ revokedAt }) => (revokedAt === null ? "使用中" : "已停用") },
  { title: "新增时间", width: 20, cell: ({ createdAt }) => createdAt },
  { title: "停用时间", width: 20, cell: ({ revokedAt }) => revokedAt },
  { title: "最近上报", width: 20, cell: ({ lastCallAt }) => lastCallAt },
]

export const ingestRoutes = implementCalls(alarmSourceCalls, (services) => {
  const { database, keyed, nowMs } = services
  const calls = new TokenBuckets({ perSecond: ingestLimits.callsPerSecond, savedS: 1 }, nowMs)
  const proven = async (context: OpenRequestContext) => {
    const source = await mustBeSigned(services, context)
    const retryAfterS = calls.take(source.id)
    if (retryAfterS > 0) throw new Refusal(replyMessages.busy, { status: 429, retryAfterS })
    return source
  }

  return {
    report: async ({ items }, context) => {
      const source = await proven(context)
      // In a transaction of its own with the source's scope, committed before anything is reported as accepted.
      const answer = await database.transaction(source.scope, async (db) => {
        const { results, orgs, added } = await ingestAlarms(db, items, source.name)
        const refusals = results.filter((result) => result.is === "refused")
        const counts = {
          accepted: countOf(results, "accepted"),
          repeated: countOf(results, "repeated"),
          refused: refusals.length,
        }
        // Sent together: until the commit other calls with alarms of the same organisations wait for the day's sums.
        await Promise.all([
          keepCall(db, source, { ...counts, refusals: refusals.slice(0, ingestLimits.refusalsKept) }),
          orgs.length > 0 ? publishEvent(db, "alarms", orgs) : null,
          tellOfAlarms(db, added),
        ])
        return { ...counts, results }
      })
      countIngested(answer, items, services.dateMs())
      return answer
    },

    ownCalls: async (_input, context) => {
      const source = await proven(context)
      return { calls: await database.transaction(source.scope, (db) => lastCalls(db, source.id)) }
    },

    organisations: async ({ name }, context) => {
      const source = await proven(context)
      return {
        organisations: await database.transaction(source.scope, (db) => organisationsCalled(db, name)),
      }
    },

    sources: async (_input, context) => ({ sources: await administeredSources(context) }),

    exportSources: async (_input, context) => {
      const sheets = [wholeSheet("预警来源", sourceColumns, { items: await administeredSources(context) })]
      return exportedFile(context, { action: "ingest.exportSources", name: "预警来源", sheets })
    },

    sourceCalls: async ({ id }, context) => {
      await mustAdministerSource(context, id)
      return { calls: await lastCalls(context.db, id) }
    },

    exportCalls: async ({ id }, context) => {
      const source = await mustAdministerSource(context, id)
      const sheets = [wholeSheet("上报记录", callColumns, { items: await lastCalls(context.db, id) })]
      return exportedFile(context, { action: "ingest.exportCalls", name: `${source.name}上报记录`, sheets })
    },

    createSource: async ({ orgid, name }, context) => {
      const { id: orgId } = await mustAdministerFully(context, orgid)
      if (!(await coveredOrganisations(context, [orgId])).has(orgId))
        throw new Refusal(ingestMessages.reachesBeyond, { status: 403, field: "orgid" })
      const key = newSourceKey()
      const source = await addSource(context.db, {
        orgId,
        name,
        key,
        createdBy: context.user.user.id,
      })
      if (!source) throw new Refusal(ingestMessages.tooMany)
      context.note({ id: source.id, orgid, name, key })
      return { source, secret: sourceSecret(keyed, key) }
    },

    revokeSource: async ({ id }, context) => {
      const { orgid, name, key } = await mustAdministerSource(context, id)
      if (!(await revoke(context.db, id))) throw new Refusal(ingestMessages.gone, { status: 409 })
      context.note({ id, orgid, name, key })
      return {}
    },
  }
})

/** WARN-8: unknown, revoked and wrongly signed sources get the same answer. */
async function mustBeSigned(
  services: Services,
  { signature, setHeaders }: OpenRequestContext,
): Promise<KnownSource> {
  const proof = await sourceBehind(services, signature)
  if (proof.is === "known") {
    if (proof.isOldForm) setHeaders(oldSignatureHeaders)
    return proof.source
  }
  throw new Refusal(ingestMessages[proof.is], { status: 401 })
}

/** BARE-6: a source of the platform reports for every organisation, so only the platform's administrators manage it. */
async function administeredSources(context: RequestContext): Promise<AlarmSource[]> {
  const isPlatforms = context.user.user.admintype === admintypes.platform
  const sources = await sourcesInReach(context.db, { withPlatforms: isPlatforms })
  const covered = await coveredOrganisations(
    context,
    sources.map(({ orgid }) => orgid),
  )
  return sources.filter(({ orgid }) => covered.has(orgid))
}

/**
 * FAULT-3: of these organisations, those whose sources the caller may manage. A bureau's source reports for every school
 * below it, so who holds the permission for the bureau alone could make alarms in schools.
 */
async function coveredOrganisations(
  { db, user }: RequestContext,
  orgs: readonly Id[],
): Promise<ReadonlySet<Id>> {
  const covered = await coveredBySources(db, [...new Set(orgs)])
  return new Set(
    [...covered].filter(([, all]) => all.every((org) => isAdministered(user, org))).map(([id]) => id),
  )
}

async function mustAdministerSource(context: RequestContext, id: Id): Promise<AlarmSource> {
  const source = foundOrForbidden(await sourceById(context.db, id))
  await mustAdministerFully(context, source.orgid)
  if (!(await coveredOrganisations(context, [source.orgid])).has(source.orgid)) throw outOfReach()
  return source
}

function countOf(results: readonly ItemResult[], is: ItemResult["is"]): number {
  return results.filter((result) => result.is === is).length
}
