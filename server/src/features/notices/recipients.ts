import { usertypes } from "@uc/contract/account/calls"
import { idsOf, type Id } from "@uc/contract/core/wire"
import type { OrganisationKind } from "@uc/contract/directory/calls"
import { noticeMessages } from "@uc/contract/notices/calls"
import {
  recipientLimits,
  recipientMessages,
  type NamedRecipient,
  type NamedRecipients,
  type Recipients,
} from "@uc/contract/notices/recipients"
import { sql, type SQL } from "drizzle-orm"
import type { Db } from "../../db/open.ts"
import type { RequestContext } from "../../http/calls/request-context.ts"
import { foundOrForbidden, mustAdminister, outOfReach } from "../../session/reach.ts"
import { Refusal } from "../../errors/refusal.ts"

/** Whom a notice is for, as it is stored. */
export interface RecipientFields {
  /** Of one for somebody beyond the own organisation: where they all are. */
  readonly sharedPath: string | null
  readonly isForOwn: boolean
  readonly isForArea: boolean
  readonly forKind: OrganisationKind | null
  readonly forSchoolLevel: string | null
  readonly forTag: string | null
  readonly forOrgs: Id[]
  readonly forDepartments: Id[]
  readonly forPeople: Id[]
}

type Kind = keyof NamedRecipients

/** What is named already passes, also when it was disabled since: a form sends back what it read. */
export type AlreadyNamed = Readonly<Record<Kind, readonly Id[]>>
export const noneNamed: AlreadyNamed = { organisations: [], departments: [], people: [] }

/** DAY-11: the choice as it is stored. What the author may not choose, and what would have no effect, is refused. */
export async function recipientFieldsOf(
  context: RequestContext,
  org: Id,
  wanted: Recipients,
  already: AlreadyNamed,
): Promise<RecipientFields> {
  const { user } = context.user
  const mayShare = user.usertype === usertypes.bureau || user.usertype === usertypes.platform
  if (wanted.isShared && !mayShare) throw new Refusal(noticeMessages.cannotShare, { status: 403 })
  // DISTRICT-15: refused and not dropped.
  for (const field of ["forKind", "forSchoolLevel", "forTag"] as const)
    if (!wanted.isShared && wanted[field]) throw new Refusal(noticeMessages.sharedOnly, { field })
  const chosen = {
    organisations: uniqueIds(wanted.organisations),
    departments: uniqueIds(wanted.departments),
    people: uniqueIds(wanted.people),
  }
  if (!wanted.isForOwn && !wanted.isShared && Object.values(chosen).every(({ length }) => length === 0))
    throw new Refusal(recipientMessages.nobodyChosen, { field: "isForOwn" })
  const areaPath = await areaPathOf(context.db, org)
  let isBeyond = wanted.isShared
  for (const kind of ["organisations", "departments", "people"] as const) {
    if (chosen[kind].length > recipientLimits.named)
      throw new Refusal(recipientMessages.tooManyNamed, { field: kind })
    const found = await mustBeChoosable(context, { kind, ids: chosen[kind], areaPath, known: already[kind] })
    isBeyond ||= found.some(({ orgid }) => orgid !== org)
  }
  return {
    sharedPath: isBeyond ? areaPath : null,
    isForOwn: wanted.isForOwn,
    isForArea: wanted.isShared,
    forKind: wanted.forKind ?? null,
    forSchoolLevel: wanted.forSchoolLevel || null,
    forTag: wanted.forTag || null,
    forOrgs: chosen.organisations,
    forDepartments: chosen.departments,
    forPeople: chosen.people,
  }
}

function uniqueIds(list: string): Id[] {
  return [...new Set(idsOf(list))]
}

async function areaPathOf(db: Db, org: Id): Promise<string> {
  const { rows } = await db.execute<{ path: string }>(
    sql`select area_path as path from organisation where id = ${org}`,
  )
  return foundOrForbidden(rows[0]).path
}

interface Choice {
  readonly kind: Kind
  readonly ids: readonly Id[]
  readonly areaPath: string
  readonly known: readonly Id[]
}

interface FoundRecipient extends NamedRecipient, Record<string, unknown> {
  readonly gone: boolean
  readonly isBelow: boolean
}

/** Only where the author holds `notices.manage`, and in the area of their own organisation. */
async function mustBeChoosable(
  context: RequestContext,
  { kind, ids, areaPath, known }: Choice,
): Promise<readonly FoundRecipient[]> {
  const found = await foundRecipients(context.db, kind, ids, areaPath)
  const fresh = ids.filter((id) => !known.includes(id))
  const byId = new Map(found.map((each) => [each.id, each]))
  const added = fresh.map((id) => foundOrForbidden(byId.get(id)))
  for (const { orgid, isBelow } of added) {
    mustAdminister(context, orgid)
    if (!isBelow && orgid !== context.user.user.orgid) throw outOfReach()
  }
  const left = added.filter(({ gone }) => gone).map(({ name }) => name)
  if (left.length > 0) throw new Refusal(recipientMessages.left(left), { status: 409, field: kind })
  return found
}

const rowsOf: Readonly<Record<Kind, SQL>> = {
  organisations: sql`select id, id as org_id, name, false as gone from organisation`,
  departments: sql`select id, org_id, name, disabled_at is not null as gone from department`,
  people: sql`select id, org_id, name, disabled_at is not null as gone from person`,
}

async function foundRecipients(
  db: Db,
  kind: Kind,
  ids: readonly Id[],
  areaPath: string,
): Promise<FoundRecipient[]> {
  if (ids.length === 0) return []
  const { rows } = await db.execute<FoundRecipient>(sql`
    select x.id::text as id, x.name, o.id::text as orgid, o.name as orgname,
      x.gone or o.disabled_at is not null as gone, starts_with(o.area_path, ${areaPath}) as "isBelow"
    from (${rowsOf[kind]}) x join organisation o on o.id = x.org_id
    where x.id = any (${sql.param([...ids])}::bigint[]) order by o.name, x.name, x.id`)
  return rows
}

/** With their names; what has been deleted since is left out. */
export async function namedRecipients(db: Db, already: AlreadyNamed): Promise<NamedRecipients> {
  const named = async (kind: Kind) =>
    (await foundRecipients(db, kind, already[kind], "")).map(({ id, name, orgid, orgname }) => ({
      id,
      name,
      orgid,
      orgname,
    }))
  return {
    organisations: await named("organisations"),
    departments: await named("departments"),
    people: await named("people"),
  }
}
