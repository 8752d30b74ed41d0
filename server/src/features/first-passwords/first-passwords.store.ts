import type {
  FirstPasswordKind,
  FirstPasswordSheet,
  FirstPasswordState,
  FirstPasswordWay,
} from "@uc/contract/first-passwords/calls"
import type { OrganisationFilter } from "@uc/contract/directory/calls"
import { firstPasswordLimits } from "@uc/contract/first-passwords/calls"
import { admintypes, type CurrentUser } from "@uc/contract/account/calls"
import type { Id } from "@uc/contract/core/wire"
import { and, eq, inArray, isNull, lte, ne, sql, type SQL } from "drizzle-orm"
import type { Db } from "../../db/open.ts"
import { matchesOrganisation } from "../../db/queries/matches-organisation.ts"
import { asMoment } from "../../db/queries/wire-moment.ts"
import { firstPassword, firstPasswordSheet } from "../../db/schema/sign-in.ts"
import { dataImport } from "../../db/schema/imports.ts"
import { organisation } from "../../db/schema/organisations.ts"
import { person } from "../../db/schema/people.ts"
import { isNotActivated } from "../../security/sign-in/not-activated.ts"

export type Source =
  | { readonly of: "people"; readonly ids: readonly Id[] }
  | { readonly of: "organisation"; readonly id: Id }
  | { readonly of: "import"; readonly id: Id }
  | { readonly of: "area"; readonly path: string; readonly filter: OrganisationFilter }

interface Candidate {
  readonly id: Id
  readonly orgId: Id
  readonly isActivated: boolean
  /** Has a one-time password or a link that is still good, or that is being made. */
  readonly isHolding: boolean
}

/** HOME-6: those of the source whose password the viewer may reset, themselves not. Behind row-level security. */
export async function candidates(db: Db, user: CurrentUser, source: Source): Promise<Candidate[]> {
  return db
    .select({
      id: person.id,
      orgId: person.orgId,
      isActivated: sql<boolean>`not (${isNotActivated(db)})`,
      isHolding: sql<boolean>`exists (select from credential c where c.person_id = ${person.id} and c.one_time_until > now())
        or exists (select from first_password f where f.person_id = ${person.id} and f.state in ('waiting', 'given') and f.until > now())`,
    })
    .from(person)
    .innerJoin(organisation, eq(organisation.id, person.orgId))
    .where(
      and(
        isFrom(source),
        areTheirs(user),
        isNull(person.disabledAt),
        isNull(organisation.disabledAt),
        lte(person.admintype, user.admintype),
        ne(person.id, user.id),
      ),
    )
    .orderBy(person.orgId, person.pinyin, person.id)
}

function isFrom(source: Source): SQL | undefined {
  switch (source.of) {
    case "people":
      return inArray(person.id, [...source.ids])
    case "organisation":
      return eq(person.orgId, source.id)
    case "area":
      return and(sql`${organisation.areaPath} ^@ ${source.path}`, matchesOrganisation(source.filter))
    case "import":
      return eq(person.importId, source.id)
  }
}

/** ROLE-2, BARE-6: as `mustAdministerFully` has it. */
function areTheirs(user: CurrentUser): SQL | undefined {
  return and(
    user.admintype === admintypes.organisation ? eq(organisation.id, user.orgid) : undefined,
    user.admintype === admintypes.platform ? undefined : ne(organisation.kind, "platform"),
  )
}

export async function isOwnImport(db: Db, user: CurrentUser, id: Id): Promise<boolean> {
  const isTheirs = and(
    eq(dataImport.id, id),
    eq(dataImport.personId, user.id),
    eq(dataImport.kind, "people"),
    eq(dataImport.state, "done"),
  )
  return (await db.$count(dataImport, isTheirs)) > 0
}

/** Whoever waits for it sees what the transaction has written, or that it was undone. */
export async function holdBeginning(db: Db): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock_shared(hashtextextended('first-passwords', 0))`)
}

export async function awaitBeginnings(db: Db): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended('first-passwords', 0))`)
}

interface Wanted {
  readonly by: Id
  readonly secretKind: FirstPasswordKind
  readonly way: FirstPasswordWay
  readonly days: number
  /** Of links: the address that they begin with. */
  readonly page: string | null
}

export async function addSheet(
  db: Db,
  orgId: Id,
  people: readonly Id[],
  { by, ...wanted }: Wanted,
): Promise<void> {
  const { days } = wanted
  const until = sql`now() + make_interval(days => ${days}::int)`
  // Of an earlier sheet they no longer hold.
  await db
    .update(firstPassword)
    .set({ state: "replaced", sealed: null })
    .where(and(inArray(firstPassword.personId, [...people]), ne(firstPassword.state, "replaced")))
  const [sheet] = await db
    .insert(firstPasswordSheet)
    .values({ orgId, givenBy: by, ...wanted, total: people.length, until })
    .returning({ id: firstPasswordSheet.id })
  await db.execute(sql`
    insert into first_password (sheet_id, person_id, org_id, until)
    select ${sheet?.id}::bigint, unnest(${sql.param([...people])}::bigint[]), ${orgId}::bigint, ${until}`)
}

/** Newest first. `user`: only of the organisations that they administer. */
export async function listSheets(
  db: Db,
  user: CurrentUser,
  orgid: Id | undefined,
): Promise<FirstPasswordSheet[]> {
  const sheet = firstPasswordSheet
  const nameOf = (column: typeof sheet.givenBy | typeof sheet.downloadedBy) =>
    sql<string | null>`(select p.name from person p where p.id = ${column})`
  const rows = await db
    .select({
      id: sheet.id,
      orgid: sheet.orgId,
      orgname: organisation.name,
      secretKind: sheet.secretKind,
      way: sheet.way,
      by: nameOf(sheet.givenBy),
      createdAt: asMoment(sheet.createdAt),
      until: asMoment(sheet.until),
      total: sheet.total,
      isExpired: sql<boolean>`${sheet.until} <= now()`,
      downloadedAt: asMoment(sheet.downloadedAt),
      downloadedBy: nameOf(sheet.downloadedBy),
    })
    .from(sheet)
    .innerJoin(organisation, eq(organisation.id, sheet.orgId))
    .where(and(areTheirs(user), orgid === undefined ? undefined : eq(sheet.orgId, orgid)))
    .orderBy(sql`${sheet.createdAt} desc, ${sheet.id} desc`)
    .limit(firstPasswordLimits.listed)
  const counts = await countsOf(
    db,
    rows.map(({ id }) => id),
  )
  return rows.map(({ isExpired, ...row }) => {
    const { left, isEmptied, ...counted } = counts.get(row.id) ?? none
    const state = stateOf({ ...counted, isExpired, isDownloaded: row.downloadedAt !== null, left })
    return { ...row, ...counted, state, activated: isEmptied ? null : counted.activated }
  })
}

const none = {
  waiting: 0,
  skipped: 0,
  inSheet: 0,
  bySms: 0,
  failed: 0,
  activated: 0,
  left: 0,
  isEmptied: true,
}

function stateOf(facts: {
  readonly waiting: number
  readonly left: number
  readonly isExpired: boolean
  readonly isDownloaded: boolean
}): FirstPasswordState {
  if (facts.isDownloaded) return "downloaded"
  if (facts.isExpired) return "expired"
  if (facts.waiting > 0) return "running"
  return facts.left > 0 ? "ready" : "sent"
}

async function countsOf(db: Db, ids: readonly Id[]) {
  if (ids.length === 0) return new Map<Id, typeof none>()
  const { rows } = await db.execute<{ id: Id } & Record<keyof Omit<typeof none, "isEmptied">, number>>(sql`
    select f.sheet_id::text as id,
      count(*) filter (where f.state = 'waiting')::int as waiting,
      count(*) filter (where f.state = 'skipped')::int as skipped,
      count(*) filter (where f.state in ('given', 'replaced') and f.sms_id is null)::int as "inSheet",
      count(*) filter (where f.sms_id is not null)::int as "bySms",
      count(*) filter (where o.state = 'failed')::int as failed,
      count(*) filter (where f.sealed is not null)::int as left,
      count(*) filter (where not (${isNotActivated(db)}))::int as activated
    from first_password f
    join person on person.id = f.person_id
    left join sms_outbox o on o.id = f.sms_id
    where f.sheet_id = any(${sql.param([...ids])}::bigint[])
    group by f.sheet_id`)
  return new Map(rows.map(({ id, ...counted }) => [id, { ...counted, isEmptied: false }]))
}

export async function lockedSheet(db: Db, id: Id) {
  const [row] = await db
    .select({
      id: firstPasswordSheet.id,
      orgId: firstPasswordSheet.orgId,
      page: firstPasswordSheet.page,
      until: asMoment(firstPasswordSheet.until),
      isDownloaded: sql<boolean>`${firstPasswordSheet.downloadedAt} is not null`,
      waiting: sql<number>`(select count(*)::int from first_password f
        where f.sheet_id = ${firstPasswordSheet.id} and f.state = 'waiting')`,
    })
    .from(firstPasswordSheet)
    .where(eq(firstPasswordSheet.id, id))
    .for("update")
  return row ?? null
}

interface SealedSecret {
  readonly id: Id
  readonly account: string
  readonly name: string
  readonly departments: string
  readonly admintype: number
  readonly sealed: Buffer
}

export async function sealedSecrets(db: Db, id: Id): Promise<SealedSecret[]> {
  const { rows } = await db.execute<SealedSecret & Record<string, unknown>>(sql`
    select p.id::text, p.account, p.name, p.admintype, f.sealed,
      coalesce((select string_agg(d.name, '、' order by pd.is_main desc, pd.sort_no, pd.id)
        from person_department pd join department d on d.id = pd.department_id
        where pd.person_id = p.id and d.disabled_at is null), '') as departments
    from first_password f
    join first_password_sheet s on s.id = f.sheet_id
    -- Who works elsewhere by now is no longer the organisation's to tell.
    join person p on p.id = f.person_id and p.org_id = s.org_id
    where f.sheet_id = ${id} and f.sealed is not null and f.until > now() and p.disabled_at is null
    order by p.pinyin, p.id`)
  return rows
}

/** Nobody can make the file again. */
export async function setDownloaded(db: Db, id: Id, by: Id): Promise<void> {
  await db.update(firstPassword).set({ sealed: null }).where(eq(firstPassword.sheetId, id))
  await db
    .update(firstPasswordSheet)
    .set({ downloadedAt: sql`now()`, downloadedBy: by })
    .where(eq(firstPasswordSheet.id, id))
}
