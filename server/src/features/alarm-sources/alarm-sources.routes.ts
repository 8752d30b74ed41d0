import {
  ingestCalls,
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
import { answer, type Ask, type House, type OpenAsk } from "../../http/calls/register-calls.ts"
import { tellNews } from "../../realtime/publish-event.ts"
import { exportedFile, wholeSheet, type ExportedColumn } from "../../http/exported-file.ts"
import { mustBeThere, isAdministered } from "../../session/reach.ts"
import { Refusal } from "../../errors/refusal.ts"
import { newSourceKey, sourceBehind, sourceSecret, type KnownSource } from "./signed-source.ts"
import { pace } from "../../security/pace.ts"
import {
  addSource,
  keepCall,
  lastCalls,
  organisationsCalled,
  revoke,
  sourceById,
  sourcesInReach,
} from "./alarm-sources.store.ts"
import { takeAlarms } from "./ingest-alarms.ts"

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

export const ingestRoutes = answer(ingestCalls, (house) => {
  const { database, keyed, nowMs } = house
  const isInPace = pace(ingestLimits.callsPerSecond, nowMs)
  const proven = async (ask: OpenAsk) => {
    const source = await mustBeSigned(house, ask)
    if (!isInPace(source.id)) throw new Refusal(replyMessages.busy, { status: 429, retryAfterS: 1 })
    return source
  }

  return {
    report: async ({ items }, ask) => {
      const source = await proven(ask)
      // In a transaction of its own, behind what the source reaches: committed before anything is called accepted.
      return database.within(source.scope, async (db) => {
        const { results, orgs } = await takeAlarms(db, items, source.name)
        const refusals = results.filter((result) => result.is === "refused")
        const counts = {
          accepted: countOf(results, "accepted"),
          repeated: countOf(results, "repeated"),
          refused: refusals.length,
        }
        await keepCall(db, source, { ...counts, refusals: refusals.slice(0, ingestLimits.refusalsKept) })
        if (orgs.length > 0) await tellNews(db, "alarms", orgs)
        return { ...counts, results }
      })
    },

    ownCalls: async (_input, ask) => {
      const source = await proven(ask)
      return { calls: await database.within(source.scope, (db) => lastCalls(db, source.id)) }
    },

    organisations: async ({ name }, ask) => {
      const source = await proven(ask)
      return { organisations: await database.within(source.scope, (db) => organisationsCalled(db, name)) }
    },

    sources: async (_input, ask) => ({ sources: await keptSources(ask) }),

    exportSources: async (_input, ask) => {
      const sheets = [wholeSheet("预警来源", sourceColumns, { items: await keptSources(ask) })]
      return exportedFile(ask, { action: "ingest.exportSources", name: "预警来源", sheets })
    },

    sourceCalls: async ({ id }, ask) => {
      await mustKeepSource(ask, id)
      return { calls: await lastCalls(ask.db, id) }
    },

    exportCalls: async ({ id }, ask) => {
      const source = await mustKeepSource(ask, id)
      const sheets = [wholeSheet("上报记录", callColumns, { items: await lastCalls(ask.db, id) })]
      return exportedFile(ask, { action: "ingest.exportCalls", name: `${source.name}上报记录`, sheets })
    },

    createSource: async ({ orgid, name }, ask) => {
      mustBeAdministrator(ask)
      const { id: orgId } = await mustAdministerFully(ask, orgid)
      const key = newSourceKey()
      const source = await addSource(ask.db, {
        orgId,
        name,
        key,
        createdBy: ask.user.user.id,
      })
      if (!source) throw new Refusal(ingestMessages.tooMany)
      ask.note({ id: source.id, orgid, name, key })
      return { source, secret: sourceSecret(keyed, key) }
    },

    revokeSource: async ({ id }, ask) => {
      const { orgid, name, key } = await mustKeepSource(ask, id)
      if (!(await revoke(ask.db, id))) throw new Refusal(ingestMessages.gone, { status: 409 })
      ask.note({ id, orgid, name, key })
      return {}
    },
  }
})

/** WARN-8: who is unknown, revoked or signs wrongly is told one and the same. */
async function mustBeSigned(house: House, { signature, tellHeaders }: OpenAsk): Promise<KnownSource> {
  const proof = await sourceBehind(house, signature)
  if (proof.is === "known") {
    if (proof.isOldForm) tellHeaders(oldSignatureHeaders)
    return proof.source
  }
  throw new Refusal(ingestMessages[proof.is], { status: 401 })
}

/** BARE-6: a source of the platform reports for every organisation, so it is kept by the platform's administrators alone. */
async function keptSources(ask: Ask): Promise<AlarmSource[]> {
  mustBeAdministrator(ask)
  const isPlatforms = ask.user.user.admintype === admintypes.platform
  const sources = await sourcesInReach(ask.db, { withPlatforms: isPlatforms })
  // A bureau's own administrator sees the area, and keeps the bureau alone.
  return sources.filter(({ orgid }) => isAdministered(ask.user, orgid))
}

async function mustKeepSource(ask: Ask, id: Id): Promise<AlarmSource> {
  const source = mustBeThere(await sourceById(ask.db, id))
  await mustAdministerFully(ask, source.orgid)
  return source
}

function mustBeAdministrator({ user: { user } }: Ask): void {
  if (user.admintype === admintypes.none)
    throw new Refusal(ingestMessages.administratorsOnly, { status: 403 })
}

function countOf(results: readonly ItemResult[], is: ItemResult["is"]): number {
  return results.filter((result) => result.is === is).length
}
