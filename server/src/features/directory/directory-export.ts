import { organisationKinds, type OrganisationFilter } from "@uc/contract/directory/calls"
import { schoolLevels, schoolLevelTable, tagsInWords } from "@uc/contract/organisations/school-levels"
import type { Id } from "@uc/contract/core/wire"
import { and, asc, eq, isNull, sql, type SQL } from "drizzle-orm"
import type { Db } from "../../db/open.ts"
import { area } from "../../db/schema/areas.ts"
import { department, organisation } from "../../db/schema/organisations.ts"
import { matchesOrganisation } from "../../db/queries/matches-organisation.ts"
import { person, personDepartment } from "../../db/schema/people.ts"
import { codeLabels } from "../dictionary/public.ts"
import {
  exportedSheet,
  wholeSheet,
  type ExportedColumn,
  type ExportedSheet,
} from "../../http/exported-file.ts"

interface Place {
  readonly id: Id
  readonly areaPath: string
  readonly sortNo: number
}

interface Asked {
  /** Where the organisations stand; null: this one. */
  readonly areaPath: string | null
  readonly org: Id | null
  /** Of these alone; null: of all in reach. */
  readonly only: readonly Id[] | null
  readonly withDisabled: boolean
  readonly filter: OrganisationFilter
}

type OrganisationRow = Awaited<ReturnType<typeof organisationRows>>[number]
type DepartmentRow = Awaited<ReturnType<typeof departmentRows>>[number]

const state = (isDisabled: boolean) => (isDisabled ? "已停用" : "在用")

const organisationColumns = (
  levelOf: (code: string) => string,
): readonly ExportedColumn<OrganisationRow>[] => [
  { title: "单位名称", width: 28, cell: ({ name }) => name },
  { title: "简称", width: 16, cell: ({ shortName }) => shortName },
  { title: "类别", width: 10, cell: ({ kind }) => organisationKinds[kind] },
  {
    title: "学段",
    width: 12,
    cell: ({ schoolLevel }) => (schoolLevel === null ? null : levelOf(schoolLevel)),
  },
  { title: "标签", width: 20, cell: ({ tags }) => tagsInWords(tags) || null },
  { title: "所在区域", width: 16, cell: (row) => row.area },
  { title: "地址", width: 36, cell: ({ address }) => address },
  { title: "电话", width: 18, cell: ({ phone }) => phone },
  { title: "部门数", width: 10, cell: ({ departments }) => departments },
  { title: "人数", width: 10, cell: ({ people }) => people },
  { title: "状态", width: 10, cell: ({ isDisabled }) => state(isDisabled) },
]

const departmentColumns: readonly ExportedColumn<DepartmentRow>[] = [
  { title: "部门", width: 28, cell: ({ name }) => name },
  { title: "上级部门", width: 40, cell: ({ above }) => above },
  { title: "级别", width: 8, cell: ({ level }) => level + 1 },
  { title: "本部门人数", width: 12, cell: ({ people }) => people },
  { title: "状态", width: 10, cell: ({ isDisabled }) => state(isDisabled) },
]

/** HOME-6: the organisations, and of a single one its departments on a second sheet. */
export async function directorySheets(db: Db, asked: Asked): Promise<ExportedSheet[]> {
  const levelOf = await codeLabels<string>(db, schoolLevelTable, schoolLevels)
  const organisations = exportedSheet({
    name: "单位",
    columns: organisationColumns(levelOf),
    read: async (from: OrganisationRow | undefined, limit) => {
      const rows = await organisationRows(db, asked, { from, limit: limit + 1 })
      const items = rows.slice(0, limit)
      return { items, next: rows.length > limit ? (items.at(-1) ?? null) : null }
    },
  })
  if (asked.org === null) return [organisations]
  // Of one organisation there are at most 2,000.
  const items = await departmentRows(db, asked.org, asked.withDisabled)
  return [organisations, wholeSheet("部门", departmentColumns, { items })]
}

function organisationRows(
  db: Db,
  { areaPath, org, only, withDisabled, filter }: Asked,
  { from, limit }: { readonly from: Place | undefined; readonly limit: number },
) {
  const counted = (query: SQL) => sql<number>`(${query})::int`
  return db
    .select({
      id: organisation.id,
      areaPath: organisation.areaPath,
      sortNo: organisation.sortNo,
      name: organisation.name,
      shortName: organisation.shortName,
      kind: organisation.kind,
      schoolLevel: organisation.schoolLevel,
      tags: organisation.tags,
      area: area.name,
      address: organisation.address,
      phone: organisation.phone,
      isDisabled: sql<boolean>`${organisation.disabledAt} is not null`,
      departments: counted(sql`select count(*) from ${department} d
        where d.org_id = ${organisation.id} and d.disabled_at is null`),
      people: counted(sql`select count(*) from ${person} p
        where p.org_id = ${organisation.id} and p.disabled_at is null`),
    })
    .from(organisation)
    .innerJoin(area, eq(area.id, organisation.areaId))
    .where(
      and(
        org === null ? sql`${organisation.areaPath} ^@ ${areaPath ?? ""}` : eq(organisation.id, org),
        only === null ? undefined : sql`${organisation.id} = any (${sql.param([...only])}::bigint[])`,
        withDisabled ? undefined : isNull(organisation.disabledAt),
        matchesOrganisation(filter),
        from &&
          sql`(${organisation.areaPath}, ${organisation.sortNo}, ${organisation.id})
            > (${from.areaPath}, ${from.sortNo}, ${from.id}::bigint)`,
      ),
    )
    .orderBy(asc(organisation.areaPath), asc(organisation.sortNo), asc(organisation.id))
    .limit(limit)
}

async function departmentRows(db: Db, org: Id, withDisabled: boolean) {
  const rows = await db
    .select({
      id: department.id,
      ids: department.ids,
      name: department.name,
      level: department.level,
      sortNo: department.sortNo,
      isDisabled: sql<boolean>`${department.disabledAt} is not null`,
      people: sql<number>`(select count(*) from ${personDepartment} pd join ${person} p on p.id = pd.person_id
        where pd.org_id = ${org} and pd.department_id = department.id and p.disabled_at is null)::int`,
    })
    .from(department)
    .where(and(eq(department.orgId, org), withDisabled ? undefined : isNull(department.disabledAt)))
    .orderBy(asc(department.level), asc(department.sortNo), asc(department.id))
  const names = new Map(rows.map(({ id, name }) => [id, name]))
  return rows.map(({ ids, ...row }) => ({
    ...row,
    above: ids.map((id) => names.get(id) ?? "").join(" / "),
  }))
}
