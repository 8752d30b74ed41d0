import type { RolePerson } from "@uc/contract/roles/calls"
import type { PermissionId } from "@uc/contract/roles/permission-id"
import { isPermission, type ScopeKind } from "@uc/contract/roles/permissions"
import type { Id } from "@uc/contract/core/wire"
import { sql, type SQL } from "drizzle-orm"
import type { Db } from "../../db/open.ts"
import type { Owner } from "./within-giver.ts"

export interface RoleRow {
  readonly id: Id
  readonly orgId: Id
  readonly name: string
  readonly permissions: readonly PermissionId[]
  readonly scopeKind: ScopeKind
  readonly scopeOrgs: readonly Id[]
  readonly version: number
}

type Stored = Omit<RoleRow, "permissions"> & { readonly permissions: readonly string[] } & Record<
    string,
    unknown
  >

async function rowsWhere(db: Db, where: SQL, lock: SQL = sql``): Promise<RoleRow[]> {
  const { rows } = await db.execute<Stored>(sql`select id::text, org_id::text as "orgId", name, permissions,
    scope_kind as "scopeKind", scope_orgs::text[] as "scopeOrgs", version from role where ${where} order by role.id ${lock}`)
  return rows.map((row) => ({ ...row, permissions: row.permissions.filter(isPermission) }))
}

export function rolesOf(db: Db, org: Id): Promise<RoleRow[]> {
  return rowsWhere(db, sql`org_id = ${org}::bigint`)
}

export async function roleById(db: Db, id: Id, lock: boolean): Promise<RoleRow | null> {
  const [row] = await rowsWhere(db, sql`id = ${id}::bigint`, lock ? sql`for update` : sql``)
  return row ?? null
}

export function rolesHeldBy(db: Db, person: Id): Promise<RoleRow[]> {
  return rowsWhere(
    db,
    sql`exists (select from person_role h where h.role_id = role.id and h.org_id = role.org_id
      and h.person_id = ${person}::bigint)`,
  )
}

export async function hasRoles(db: Db, person: Id): Promise<boolean> {
  return (await rolesHeldBy(db, person)).length > 0
}

/** How many hold each role of an organisation. */
export async function countHolders(db: Db, org: Id): Promise<ReadonlyMap<Id, number>> {
  const { rows } = await db.execute<{
    id: Id
    n: number
  }>(sql`select h.role_id::text as id, count(*)::int as n
    from person_role h join role r on r.id = h.role_id and r.org_id = h.org_id
    where r.org_id = ${org}::bigint group by h.role_id`)
  return new Map(rows.map(({ id, n }) => [id, n]))
}

export async function organisationNames(db: Db, ids: readonly Id[]): Promise<ReadonlyMap<Id, string>> {
  if (ids.length === 0) return new Map()
  const { rows } = await db.execute<{ id: Id; name: string }>(
    sql`select id::text, name from organisation where id = any (${sql.param([...ids])}::bigint[])`,
  )
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** ROLE-2: what people of the organisation reach. Row-level security: as far as the caller sees it. */
export async function ownerOf(db: Db, org: Id): Promise<Owner | null> {
  const { rows } = await db.execute<{ kind: Owner["kind"]; reached: Id[] }>(sql`
    select o.kind, case when o.kind = 'bureau' then array(select r.id::text from organisation r
        where r.area_path ^@ o.area_path and r.kind <> 'platform') else array[o.id::text] end as reached
    from organisation o where o.id = ${org}::bigint`)
  const [row] = rows
  return row ? { id: org, kind: row.kind, reached: row.kind === "platform" ? null : row.reached } : null
}

export async function lockRoles(db: Db, org: Id): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtext('role'), hashtext(${org}))`)
}

type Written = Pick<RoleRow, "name" | "permissions" | "scopeKind" | "scopeOrgs">

export async function addRole(db: Db, org: Id, role: Written): Promise<Id> {
  const { rows } = await db.execute<{
    id: Id
  }>(sql`insert into role (org_id, name, permissions, scope_kind, scope_orgs)
    values (${org}::bigint, ${role.name}, ${sql.param([...role.permissions])}::text[], ${role.scopeKind},
      ${sql.param([...role.scopeOrgs])}::bigint[]) returning id::text`)
  return rows[0]?.id ?? ""
}

export async function changeRole(db: Db, id: Id, role: Written): Promise<void> {
  await db.execute(sql`update role set name = ${role.name}, permissions = ${sql.param([...role.permissions])}::text[],
    scope_kind = ${role.scopeKind}, scope_orgs = ${sql.param([...role.scopeOrgs])}::bigint[], version = version + 1
    where id = ${id}::bigint`)
}

export async function removeRole(db: Db, id: Id): Promise<void> {
  await db.execute(sql`delete from role where id = ${id}::bigint`)
}

export async function peopleOfRole(db: Db, { id, orgId }: RoleRow): Promise<RolePerson[]> {
  const { rows } = await db.execute<RolePerson & Record<string, unknown>>(sql`
    select p.id::text, p.name as nickname, p.account as usercode, p.disabled_at is not null as "isDisabled",
      coalesce((select string_agg(d.name, '、' order by w.is_main desc, w.sort_no) from person_department w
        join department d on d.id = w.department_id where w.person_id = p.id), '') as departments,
      g.name as "givenBy", to_char(h.given_at at time zone 'Asia/Shanghai', 'YYYY-MM-DD HH24:MI:SS') as "givenAt"
    from person_role h join person p on p.id = h.person_id left join person g on g.id = h.given_by
    where h.role_id = ${id}::bigint and h.org_id = ${orgId}::bigint order by h.given_at, p.id`)
  return rows
}

export interface Receiver {
  readonly id: Id
  readonly orgid: Id
  readonly nickname: string
  readonly admintype: number
  readonly isDisabled: boolean
}

/** `lock`: until the transaction ends, for those who change something. */
export async function receivers(db: Db, ids: readonly Id[], lock: boolean): Promise<Receiver[]> {
  const { rows } = await db.execute<
    Receiver & Record<string, unknown>
  >(sql`select id::text, org_id::text as orgid,
    name as nickname, admintype, disabled_at is not null as "isDisabled" from person
    where id = any (${sql.param([...ids])}::bigint[]) order by id ${sql.raw(lock ? "for no key update" : "")}`)
  return rows
}

/** Gives who did not have it. */
export async function giveRole(db: Db, role: RoleRow, ids: readonly Id[], by: Id): Promise<Id[]> {
  const { rows } = await db.execute<{
    id: Id
  }>(sql`insert into person_role (person_id, org_id, role_id, given_by)
    select id, org_id, ${role.id}::bigint, ${by}::bigint from person where id = any (${sql.param([...ids])}::bigint[])
    on conflict do nothing returning person_id::text as id`)
  return rows.map(({ id }) => id)
}

export async function takeRole(db: Db, role: Id, person: Id): Promise<boolean> {
  const { rows } = await db.execute(sql`delete from person_role
    where role_id = ${role}::bigint and person_id = ${person}::bigint returning 1`)
  return rows.length > 0
}

export async function holdersOf(db: Db, role: Id): Promise<Id[]> {
  const { rows } = await db.execute<{ id: Id }>(
    sql`select person_id::text as id from person_role where role_id = ${role}::bigint`,
  )
  return rows.map(({ id }) => id)
}
