import { builtInGroups, builtInMenus } from "@uc/contract/menus/built-in-menus"
import { admintypes, usertypes } from "@uc/contract/account/calls"
import type { Id } from "@uc/contract/core/wire"
import { and, asc, eq, isNull, sql } from "drizzle-orm"
import type pg from "pg"
import { addCodes } from "../../demo/platform.ts"
import { rowsInto } from "../../demo/rows.ts"
import type { Db } from "../../db/open.ts"
import { area } from "../../db/schema/areas.ts"
import { menu, menuAudience } from "../../db/schema/menus.ts"
import { department, organisation } from "../../db/schema/organisations.ts"
import { person, personDepartment } from "../../db/schema/people.ts"
import { searchKeys } from "../../db/queries/search-keys.ts"

export interface FirstAdministrator {
  readonly account: string
  readonly name: string
  readonly phone: string | null
  /** The area of the platform, if it has no organisation yet. */
  readonly area: { readonly code: string; readonly name: string }
  readonly organisation: string
}

type Made = { readonly id: Id; readonly orgId: Id } | { readonly obstacle: "there-is-one" | "account-taken" }

const step = 10
const office = "办公室"

/** What an empty database lacks: codes, menus, the platform's own organisation, and its administrator. */
export async function addFirstAdministrator(
  db: Db,
  client: pg.Client,
  wanted: FirstAdministrator,
): Promise<Made> {
  const isPlatforms = and(eq(person.admintype, admintypes.platform), isNull(person.disabledAt))
  if ((await db.$count(person, isPlatforms)) > 0) return { obstacle: "there-is-one" }
  const isTaken = sql`lower(${person.account}) = lower(${wanted.account})`
  if ((await db.$count(person, isTaken)) > 0) return { obstacle: "account-taken" }
  await addDefaults(db, client)
  const orgId = (await platformOf(db)) ?? (await addPlatform(db, wanted))
  const departmentId = (await departmentOf(db, orgId)) ?? (await addDepartment(db, orgId))
  const { account, name, phone } = wanted
  const [made] = await db
    .insert(person)
    .values({
      orgId,
      account,
      name,
      phone,
      usertype: usertypes.platform,
      admintype: admintypes.platform,
      ...searchKeys(name, "person"),
    })
    .returning({ id: person.id })
  const id = mustBe(made).id
  await db.insert(personDepartment).values({ orgId, personId: id, departmentId, isMain: true, sortNo: step })
  return { id, orgId }
}

/** Existing menus and codes are left as they are. */
async function addDefaults(db: Db, client: pg.Client): Promise<void> {
  if ((await db.$count(menu)) > 0) return
  const rows = rowsInto(client, new Date())
  addCodes({ rows })
  await rows.flush()
  await rows.advanceIdentities()
  const groups = new Map<string, Id>()
  for (const [at, { group, text, icon, path, audience }] of builtInMenus.entries()) {
    let parentId = groups.get(group)
    if (parentId === undefined) {
      const { icon: groupIcon = "folder", audience: seenBy = [] } = builtInGroups[group] ?? {}
      parentId = await addMenu(db, { text: group, icon: groupIcon, sortNo: (groups.size + 1) * step }, seenBy)
      groups.set(group, parentId)
    }
    const sortNo = (at + 1) * step
    await addMenu(db, { parentId, text, icon, moduleType: "router", path, sortNo }, audience)
  }
}

async function addMenu(
  db: Db,
  row: Omit<typeof menu.$inferInsert, "pinyin" | "initials">,
  audience: (typeof builtInMenus)[number]["audience"],
): Promise<Id> {
  const [made] = await db
    .insert(menu)
    .values({ ...row, ...searchKeys(row.text) })
    .returning({ id: menu.id })
  const { id } = mustBe(made)
  for (const { usertype, minAdmintype, orgid } of audience)
    await db.insert(menuAudience).values({ menuId: id, usertype, minAdmintype, onlyOrgId: orgid })
  return id
}

async function platformOf(db: Db): Promise<Id | null> {
  const [found] = await db
    .select({ id: organisation.id })
    .from(organisation)
    .where(and(eq(organisation.kind, "platform"), isNull(organisation.disabledAt)))
    .orderBy(asc(organisation.id))
    .limit(1)
  return found?.id ?? null
}

async function addPlatform(db: Db, wanted: FirstAdministrator): Promise<Id> {
  const { code, name } = wanted.area
  await db
    .insert(area)
    .values({ id: code, name, path: `${code}/`, level: 0, sortNo: step, dataType: "1", ...searchKeys(name) })
    .onConflictDoNothing()
  const [where] = await db.select({ path: area.path }).from(area).where(eq(area.id, code))
  const [made] = await db
    .insert(organisation)
    .values({
      kind: "platform",
      areaId: code,
      areaPath: mustBe(where).path,
      name: wanted.organisation,
      sortNo: step,
      ...searchKeys(wanted.organisation),
    })
    .returning({ id: organisation.id })
  return mustBe(made).id
}

async function departmentOf(db: Db, orgId: Id): Promise<Id | null> {
  const [found] = await db
    .select({ id: department.id })
    .from(department)
    .where(and(eq(department.orgId, orgId), isNull(department.disabledAt)))
    .orderBy(asc(department.level), asc(department.sortNo), asc(department.id))
    .limit(1)
  return found?.id ?? null
}

async function addDepartment(db: Db, orgId: Id): Promise<Id> {
  const [made] = await db
    .insert(department)
    .values({ orgId, name: office, sortNo: step, ...searchKeys(office) })
    .returning({ id: department.id })
  return mustBe(made).id
}

function mustBe<T>(row: T | undefined): T {
  if (row === undefined) throw new Error("A row is not there after it was written")
  return row
}
