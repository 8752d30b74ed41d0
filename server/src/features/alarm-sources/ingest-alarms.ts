import {
  ingestLimits,
  ingestMessages,
  IngestItem,
  type ItemResult,
  type RefusedItem,
} from "@uc/contract/alarm-sources/calls"
import type { Id } from "@uc/contract/core/wire"
import type { z } from "zod"
import { writtenOnce } from "../../db/built-once.ts"
import type { Db } from "../../db/open.ts"
import { momentFrom } from "../../db/queries/wire-moment.ts"

interface Given {
  readonly index: number
  readonly item: IngestItem
}

export interface Taken {
  readonly results: ItemResult[]
  /** The organisations that got new alarms. */
  readonly orgs: Id[]
  /** The new ones by level: some are told to everybody there. */
  readonly added: readonly { readonly orgid: Id; readonly level: number }[]
}

function refusal(index: number, field: string, msg: string): RefusedItem {
  return { index, is: "refused", field, msg }
}

/** Each item is validated by itself, so that a bad one is named and does not reject the others. */
export function readItems(items: readonly unknown[]): { given: Given[]; refused: RefusedItem[] } {
  const given: Given[] = []
  const refused: RefusedItem[] = []
  for (const [index, raw] of items.entries()) {
    const read = IngestItem.safeParse(raw)
    if (read.success) {
      given.push({ index, item: read.data })
      continue
    }
    const [issue] = read.error.issues
    const field = issue?.path.join(".") ?? ""
    refused.push(refusal(index, field, field === "" ? ingestMessages.noObject : wordsOf(issue)))
  }
  return { given, refused }
}

/** OPERATE-8: the shape's own sentence. Those of the library name types of JavaScript, which say nothing to a school's vendor. */
function wordsOf(issue: z.core.$ZodIssue | undefined): string {
  const message = issue?.message ?? ""
  if (issue?.code === "invalid_type" && /期望|expected/.test(message)) {
    if (message.endsWith("undefined")) return ingestMessages.missing
    return issue.expected === "string" ? ingestMessages.noText : ingestMessages.noNumber
  }
  return message !== "" && !/\p{Script=Latin}/u.test(message) ? message : ingestMessages.wrongForm
}

/** Within the source's scope: an organisation out of its reach is as unknown as one that does not exist. */
export async function ingestAlarms(db: Db, items: readonly unknown[], source: string): Promise<Taken> {
  const { given, refused } = readItems(items)
  const firsts = new Map<string, Given>()
  for (const each of given) if (!firsts.has(each.item.uuid)) firsts.set(each.item.uuid, each)

  const judged = new Map<string, ItemResult>()
  const orgs = new Set<Id>()
  const added: { orgid: Id; level: number }[] = []
  const known: Given[] = []
  const byIndex = new Map(given.map((each) => [each.index, each]))
  for (const { n, hasOrg, hasLevel, isAhead, isBehind, isAdded } of await insert(
    db,
    [...firsts.values()],
    source,
  )) {
    const each = byIndex.get(n)
    if (!each) continue
    const { item, index } = each
    if (!hasOrg) judged.set(item.uuid, refusal(index, "orgid", ingestMessages.unknownOrganisation))
    else if (!hasLevel) judged.set(item.uuid, refusal(index, "alarm_level", ingestMessages.unknownLevel))
    else if (isAhead) judged.set(item.uuid, refusal(index, "createtime", ingestMessages.ahead))
    else if (isBehind) judged.set(item.uuid, refusal(index, "createtime", ingestMessages.behind))
    else if (isAdded) {
      judged.set(item.uuid, { index, is: "accepted" })
      orgs.add(item.orgid)
      added.push({ orgid: item.orgid, level: item.alarm_level })
    } else known.push(each)
  }
  const those = await alarmsNamed(db, known)
  for (const { item, index } of known) {
    const there = those.get(item.uuid)
    judged.set(
      item.uuid,
      there && isSame(there, item, source)
        ? { index, is: "repeated" }
        : refusal(index, "uuid", ingestMessages.uuidTaken),
    )
  }
  const results = given.map(({ item, index }): ItemResult => {
    const verdict = judged.get(item.uuid)
    if (!verdict) throw new Error("An alarm was not judged")
    if (verdict.index === index) return verdict
    // The same name twice in one call: the first counts.
    if (firsts.get(item.uuid)?.item.orgid !== item.orgid)
      return refusal(index, "uuid", ingestMessages.uuidTaken)
    return verdict.is === "refused" ? { ...verdict, index } : { index, is: "repeated" }
  })
  return { results: [...results, ...refused].toSorted((a, b) => a.index - b.index), orgs: [...orgs], added }
}

interface Judged {
  readonly n: number
  readonly hasOrg: boolean
  readonly hasLevel: boolean
  readonly isAhead: boolean
  readonly isBehind: boolean
  readonly isAdded: boolean
}

async function insert(db: Db, given: readonly Given[], source: string): Promise<Judged[]> {
  if (given.length === 0) return []
  const column = <T>(of: (item: IngestItem) => T) => given.map(({ item }) => of(item))
  return insertAlarms(db, [
    given.map(({ index }) => index),
    column(({ uuid }) => uuid),
    column(({ orgid }) => orgid),
    column((item) => item.model_code),
    column((item) => item.alarm_level),
    column(({ createtime }) => momentFrom(createtime).toISOString()),
    column(({ address }) => address ?? null),
    column(({ detail }) => detail ?? null),
    source,
    ingestLimits.clockMinutes,
    ingestLimits.pastDays,
  ])
}

/** One statement for all, in the order of their names, so that two calls with the same alarms can't deadlock. */
const insertAlarms = writtenOnce<Judged>(
  "take_alarms",
  `with given as (
     select * from unnest($1::int[], $2::uuid[], $3::bigint[], $4::text[], $5::int[], $6::timestamptz[], $7::text[], $8::text[])
       as g (n, uuid, org_id, model_code, level, createtime, address, detail)
   ), judged as materialized (
     select g.*, o.area_path, l.level is not null as has_level,
       g.createtime > now() + make_interval(mins => $10::int) as is_ahead,
       g.createtime < now() - make_interval(days => $11::int) as is_behind
     from given g
     left join organisation o on o.id = g.org_id and o.disabled_at is null
     left join alarm_level l on l.level = g.level and not l.is_disabled
   ), named as (
     -- OPS-6: the table of alarms has a part for each month, and no key that spans them. The name is claimed first.
     insert into alarm_name (uuid, createtime)
     -- A clock that is ahead must not put its alarm before those that come after it: the monitor opens a card for the newest.
     select uuid, least(createtime, date_trunc('second', now())) from judged
     where area_path is not null and has_level and not is_ahead and not is_behind
     order by uuid
     on conflict (uuid) do nothing
     returning uuid, createtime
   ), added as (
     insert into alarm_record (uuid, org_id, area_path, model_code, level, createtime, address, detail, source)
     select uuid, j.org_id, j.area_path, j.model_code, j.level, n.createtime, j.address, j.detail, $9
     from named n join judged j using (uuid)
     order by uuid
     on conflict do nothing
     returning uuid
   )
   select j.n, j.area_path is not null as "hasOrg", j.has_level as "hasLevel", j.is_ahead as "isAhead", j.is_behind as "isBehind",
     a.uuid is not null as "isAdded"
   from judged j left join added a using (uuid)`,
)

interface There {
  readonly uuid: string
  readonly org: Id
  readonly source: string | null
  readonly code: string
  readonly atMs: number
}

/**
 * Another source of the organisation may report the same alarm. But a different alarm under a name that is taken must be
 * refused, not treated as a repetition.
 */
function isSame(there: There, item: IngestItem, source: string): boolean {
  if (there.org !== item.orgid) return false
  const apartMs = Math.abs(there.atMs - momentFrom(item.createtime).getTime())
  return (
    there.source === source ||
    (there.code === item.model_code && apartMs <= ingestLimits.clockMinutes * 60_000)
  )
}

/** A separate statement, because only now it sees what another call has inserted at the same time. */
async function alarmsNamed(db: Db, known: readonly Given[]): Promise<Map<string, There>> {
  if (known.length === 0) return new Map()
  const rows = await selectNamed(db, [known.map(({ item }) => item.uuid)])
  return new Map(rows.map((row) => [row.uuid, row]))
}

const selectNamed = writtenOnce<There>(
  "alarms_named",
  `select uuid, org_id::text as org, source, model_code as code, (extract(epoch from createtime) * 1000)::float8 as "atMs"
   from alarm_record where uuid = any ($1::uuid[])`,
)
