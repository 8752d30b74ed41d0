import { importSeparators } from "@uc/contract/imports/import-kinds"
import { shownNameKey } from "@uc/contract/core/shown-name"
import type { Id } from "@uc/contract/core/wire"
import { asc, inArray, sql } from "drizzle-orm"
import type { Db } from "../../../db/open.ts"
import { department } from "../../../db/schema/organisations.ts"

export interface KnownDepartment {
  readonly id: Id
  readonly orgId: Id
  readonly parentId: Id | null
  readonly ids: readonly Id[]
  readonly name: string
  readonly sortNo: number
  readonly version: number
  readonly isDisabled: boolean
}

/** All of these organisations, those above first. */
export function knownDepartments(db: Db, orgs: readonly Id[]): Promise<KnownDepartment[]> {
  if (orgs.length === 0) return Promise.resolve([])
  return db
    .select({
      id: department.id,
      orgId: department.orgId,
      parentId: department.parentId,
      ids: department.ids,
      name: department.name,
      sortNo: department.sortNo,
      version: department.version,
      isDisabled: sql<boolean>`${department.disabledAt} is not null`,
    })
    .from(department)
    .where(inArray(department.orgId, [...orgs]))
    .orderBy(asc(department.level), asc(department.sortNo), asc(department.id))
}

export function pathKey(path: string): string {
  return path.split(importSeparators.level).map(shownNameKey).join(importSeparators.level)
}

export interface DepartmentPaths {
  /** By its whole path; a name alone is enough where only one has it. One in use is found before one that is not. */
  find(org: Id, path: string): KnownDepartment | null
  /** `教务处/语文组` */
  nameOf(id: Id): string
}

export async function departmentPaths(db: Db, orgs: readonly Id[]): Promise<DepartmentPaths> {
  const all = await knownDepartments(db, orgs)
  const pathOf = new Map<Id, string>()
  const byPath = new Map<string, KnownDepartment>()
  const byName = new Map<string, KnownDepartment[]>()
  for (const known of all) {
    const above = known.parentId === null ? undefined : pathOf.get(known.parentId)
    const path = above === undefined ? known.name : `${above}${importSeparators.level}${known.name}`
    pathOf.set(known.id, path)
    const key = `${known.orgId} ${pathKey(path)}`
    if (!byPath.has(key) || byPath.get(key)?.isDisabled) byPath.set(key, known)
    const name = `${known.orgId} ${shownNameKey(known.name)}`
    if (!known.isDisabled) byName.set(name, [...(byName.get(name) ?? []), known])
  }
  return {
    find(org, path) {
      const key = `${org} ${pathKey(path)}`
      const alike = byName.get(key) ?? []
      return byPath.get(key) ?? (alike.length === 1 ? (alike[0] ?? null) : null)
    },
    nameOf: (id) => pathOf.get(id) ?? "",
  }
}
