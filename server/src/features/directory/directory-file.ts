import { organisationKinds, directoryLimits } from "@uc/contract/directory"
import type { Id } from "@uc/contract/wire"
import { and, asc, eq, isNull, sql, type SQL } from "drizzle-orm"
import type { Db } from "../../db/open.ts"
import { area } from "../../db/schema/areas.ts"
import { department, organisation } from "../../db/schema/organisations.ts"
import { person, personDepartment } from "../../db/schema/people.ts"
import { xlsxOf } from "../../xlsx.ts"

interface Asked {
  /** Where the organisations stand; null: this one. */
  readonly areaPath: string | null
  readonly org: Id | null
  readonly withDisabled: boolean
}

interface DirectoryFile {
  readonly content: Buffer
  readonly rows: number
  readonly isCut: boolean
}

const state = (isDisabled: boolean) => (isDisabled ? "已停用" : "在用")

/** HOME-6: the organisations, and of a single one its departments on a second sheet. */
export async function directoryFile(db: Db, asked: Asked): Promise<DirectoryFile> {
  const organisations = await organisationRows(db, asked)
  const isCut = organisations.length > directoryLimits.exportedRows
  const shown = organisations.slice(0, directoryLimits.exportedRows)
  const departments = asked.org === null ? null : await departmentRows(db, asked.org, asked.withDisabled)
  const content = await xlsxOf([
    {
      name: "单位",
      columns: [
        { title: "单位名称", width: 28 },
        { title: "简称", width: 16 },
        { title: "类别", width: 10 },
        { title: "所在区域", width: 16 },
        { title: "地址", width: 36 },
        { title: "电话", width: 18 },
        { title: "部门数", width: 10 },
        { title: "人数", width: 10 },
        { title: "状态", width: 10 },
      ],
      rows: shown.map((row) => [
        row.name,
        row.shortName,
        organisationKinds[row.kind],
        row.area,
        row.address,
        row.phone,
        row.departments,
        row.people,
        state(row.isDisabled),
      ]),
    },
    ...(departments
      ? [
          {
            name: "部门",
            columns: [
              { title: "部门", width: 28 },
              { title: "上级部门", width: 40 },
              { title: "级别", width: 8 },
              { title: "本部门人数", width: 12 },
              { title: "状态", width: 10 },
            ],
            rows: departments,
          },
        ]
      : []),
  ])
  return { content, rows: shown.length + (departments?.length ?? 0), isCut }
}

function organisationRows(db: Db, { areaPath, org, withDisabled }: Asked) {
  const counted = (from: SQL) => sql<number>`(${from})::int`
  return db
    .select({
      name: organisation.name,
      shortName: organisation.shortName,
      kind: organisation.kind,
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
        withDisabled ? undefined : isNull(organisation.disabledAt),
      ),
    )
    .orderBy(asc(organisation.areaPath), asc(organisation.sortNo), asc(organisation.id))
    .limit(directoryLimits.exportedRows + 1)
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
  return rows.map((row) => [
    row.name,
    row.ids.map((id) => names.get(id) ?? "").join(" / "),
    row.level + 1,
    row.people,
    state(row.isDisabled),
  ])
}
