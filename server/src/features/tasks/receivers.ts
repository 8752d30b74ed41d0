import { taskLimits, taskMessages } from "@uc/contract/tasks/messages"
import { idsOf, type Id } from "@uc/contract/core/wire"
import { sql, type SQL } from "drizzle-orm"
import type { Db } from "../../db/open.ts"
import { reachesBeyond } from "../../db/scope.ts"
import { holdsInOwnOrganisation } from "../../session/rights/who-holds.ts"
import { reachedArea } from "../areas/public.ts"
import type { RequestContext } from "../../http/calls/request-context.ts"
import { isAdministered, mustAdminister, foundOrForbidden, outOfReach } from "../../session/reach.ts"
import { Refusal } from "../../errors/refusal.ts"

/** Without a person the task is given to the organisation. */
export interface Receiver {
  readonly org: Id
  readonly person: Id | null
}

interface Chosen {
  readonly people: string
  readonly departments: string
  readonly organisations: string
  readonly areas: string
  readonly each: 0 | 1
}

interface Receivers {
  readonly all: readonly Receiver[]
  /** Organisations in which nobody manages tasks: it waits until somebody does. */
  readonly unattended: readonly string[]
}

/** Who gets a task, each once. Receivers out of the caller's reach, and people who have left, are refused by name. */
export async function receiversOf(context: RequestContext, chosen: Chosen): Promise<Receivers> {
  // DISTRICT-15: refused and not dropped.
  if (chosen.each === 1 && chosen.organisations === "" && chosen.areas === "")
    throw new Refusal(taskMessages.eachOfOrganisations, { field: "each" })
  const people = new Map<Id, Receiver>()
  const organisations = new Map<Id, Receiver>()
  for (const one of await chosenPeople(context, unique(chosen.people))) people.set(one.person ?? "", one)
  for (const one of await peopleOfDepartments(context, unique(chosen.departments)))
    people.set(one.person ?? "", one)
  const orgs = [
    ...(await chosenOrganisations(context, unique(chosen.organisations))),
    ...(await organisationsIn(context, unique(chosen.areas))),
  ]
  const unattended = new Set<string>()
  if (chosen.each === 1) {
    for (const one of await everyoneIn(context.db, orgs)) people.set(one.person ?? "", one)
  } else {
    const looked = await withManager(context.db, orgs)
    for (const { id, name } of orgs) {
      organisations.set(id, { org: id, person: null })
      if (!looked.has(id)) unattended.add(name)
    }
  }
  const all = [...people.values(), ...organisations.values()]
  if (all.length > taskLimits.assignees) throw new Refusal(taskMessages.tooManyPeople)
  if (all.length === 0) {
    const isChosen = [chosen.people, chosen.departments, chosen.organisations, chosen.areas].some(
      (each) => each !== "",
    )
    throw new Refusal(isChosen ? taskMessages.nobodyThere : taskMessages.nobodyChosen)
  }
  return { all, unattended: [...unattended] }
}

function unique(ids: string): Id[] {
  return [...new Set(idsOf(ids))]
}

function list(ids: readonly Id[]): SQL {
  return sql`${sql.param([...ids])}::bigint[]`
}

/** Within the own organisation everybody may; beyond it only who holds `tasks.give` for the other organisation. */
function mayGiveTo({ user }: RequestContext, org: Id): boolean {
  return org === user.user.orgid || isAdministered(user, org)
}

async function chosenPeople(context: RequestContext, ids: readonly Id[]): Promise<Receiver[]> {
  if (ids.length === 0) return []
  const { rows } = await context.db.execute<{ id: Id; org: Id; name: string; gone: boolean }>(sql`
    select p.id::text, p.org_id::text as org, p.name, p.disabled_at is not null or o.disabled_at is not null as gone
    from person p join organisation o on o.id = p.org_id where p.id = any (${list(ids)})`)
  if (rows.length < ids.length) throw outOfReach()
  if (!rows.every(({ org }) => mayGiveTo(context, org)))
    throw new Refusal(taskMessages.ownPeopleOnly, { status: 403 })
  const left = rows.filter(({ gone }) => gone)
  if (left.length > 0) throw new Refusal(taskMessages.left(left.map(({ name }) => name)), { status: 409 })
  return rows.map(({ id, org }) => ({ org, person: id }))
}

async function peopleOfDepartments(context: RequestContext, ids: readonly Id[]): Promise<Receiver[]> {
  if (ids.length === 0) return []
  const { rows: departments } = await context.db.execute<{ org: Id; name: string; gone: boolean }>(sql`
    select org_id::text as org, name, disabled_at is not null as gone from department
    where id = any (${list(ids)})`)
  if (departments.length < ids.length) throw outOfReach()
  if (!departments.every(({ org }) => mayGiveTo(context, org)))
    throw new Refusal(taskMessages.ownPeopleOnly, { status: 403 })
  const closed = departments.filter(({ gone }) => gone)
  if (closed.length > 0) {
    const sentence = taskMessages.closedDepartments(closed.map(({ name }) => name))
    throw new Refusal(sentence, { status: 409, field: "departments" })
  }
  const { rows } = await context.db.execute<{ id: Id; org: Id }>(sql`
    select distinct p.id::text, p.org_id::text as org
    from department d join person_department w on w.department_id = d.id and w.org_id = d.org_id
    join person p on p.id = w.person_id
    where (d.id = any (${list(ids)}) or d.ids && ${list(ids)}) and d.disabled_at is null
      and p.disabled_at is null and not p.is_parent`)
  return rows.map(({ id, org }) => ({ org, person: id }))
}

interface Organisation {
  readonly id: Id
  readonly name: string
}

async function chosenOrganisations(context: RequestContext, ids: readonly Id[]): Promise<Organisation[]> {
  if (ids.length === 0) return []
  for (const id of ids) mustAdminister(context, id)
  const { rows } = await context.db.execute<{ id: Id; name: string; gone: boolean }>(sql`
    select id::text, name, disabled_at is not null as gone from organisation where id = any (${list(ids)})`)
  if (rows.length < ids.length) throw outOfReach()
  const closed = rows.filter(({ gone }) => gone)
  if (closed.length > 0)
    throw new Refusal(taskMessages.closedOrganisations(closed.map(({ name }) => name)), { status: 409 })
  return rows
}

/** All of these areas and below, without the caller's own organisation. */
async function organisationsIn(context: RequestContext, areas: readonly Id[]): Promise<Organisation[]> {
  if (areas.length === 0) return []
  const { db, scope, user } = context
  const { administered } = user
  if (!reachesBeyond(administered, user.user.orgid))
    throw new Refusal(taskMessages.ownPeopleOnly, { status: 403 })
  const paths: string[] = []
  for (const id of areas) paths.push(foundOrForbidden(await reachedArea(db, scope, id)).path)
  const isTheirs = administered.reach === "all" ? sql`true` : sql`o.id = any (${list(administered.orgs)})`
  const { rows } = await db.execute<{ id: Id; name: string }>(sql`
    select distinct o.id::text, o.name from organisation o
    join unnest(${sql.param(paths)}::text[]) path on o.area_path ^@ path
    where o.disabled_at is null and o.id <> ${user.user.orgid}::bigint and ${isTheirs}`)
  return rows
}

async function everyoneIn(db: Db, orgs: readonly Organisation[]): Promise<Receiver[]> {
  if (orgs.length === 0) return []
  const ids = list(orgs.map(({ id }) => id))
  const { rows } = await db.execute<{ id: Id; org: Id }>(sql`
    select id::text, org_id::text as org from person
    where org_id = any (${ids}) and disabled_at is null and not is_parent limit ${taskLimits.assignees + 1}`)
  return rows.map(({ id, org }) => ({ org, person: id }))
}

async function withManager(db: Db, orgs: readonly Organisation[]): Promise<Set<Id>> {
  if (orgs.length === 0) return new Set()
  const ids = list(orgs.map(({ id }) => id))
  const { rows } = await db.execute<{ org: Id }>(sql`
    select distinct p.org_id::text as org from person p
    where p.org_id = any (${ids}) and ${holdsInOwnOrganisation("tasks.manage")} and p.disabled_at is null`)
  return new Set(rows.map(({ org }) => org))
}
