import { organisationKindLabels, type ImportedOrganisationKind } from "@uc/contract/imports/import-kinds"
import { organisationMessages } from "@uc/contract/organisations/admin-calls"
import {
  schoolLevelTable,
  tagsFrom,
  tagsInWords,
  tagSeparator,
} from "@uc/contract/organisations/school-levels"
import { importCellMessages } from "@uc/contract/imports/calls"
import { shownNameKey } from "@uc/contract/core/shown-name"
import type { Id } from "@uc/contract/core/wire"
import { asc, eq, isNotNull, sql } from "drizzle-orm"
import type { Db } from "../../../db/open.ts"
import { widenScope } from "../../../db/widen-scope.ts"
import { area } from "../../../db/schema/areas.ts"
import { dictionary } from "../../../db/schema/dictionary.ts"
import { organisation } from "../../../db/schema/organisations.ts"
import { searchKeys } from "../../../db/queries/search-keys.ts"
import type { ImportPlan, PlannedLine, Planner, Written } from "./import-plan.ts"
import { chunksOf, isOther, mustBeAll, newIds, onlyOnce } from "./plan-lines.ts"

interface Known {
  readonly id: Id
  readonly kind: string
  readonly areaId: Id
  readonly name: string
  readonly shortName: string | null
  readonly address: string | null
  readonly phone: string | null
  readonly foundedOn: string | null
  readonly schoolLevel: string | null
  readonly tags: string | null
  readonly version: number
  readonly isDisabled: boolean
}

interface Planned {
  readonly line: number
  readonly name: string
  readonly kind: ImportedOrganisationKind
  readonly area: { readonly id: Id; readonly path: string; readonly name: string }
  readonly shortName: string | undefined
  readonly address: string | undefined
  readonly phone: string | undefined
  readonly foundedOn: string | undefined
  /** Its name; the code is found by it. */
  readonly schoolLevel: string | undefined
  readonly levelCode: string | undefined
  readonly tags: string | undefined
  readonly known: Known | null
}

const kinds: Readonly<Record<string, ImportedOrganisationKind>> = organisationKindLabels
const bureau = "bureau"

export const planOrganisations: Planner = async (db, { scope, organisations }, lines, problems) => {
  const areas = new Map(
    (await db.select({ id: area.id, path: area.path, name: area.name }).from(area))
      .filter(({ path }) => scope.reach === "all" || path.startsWith(scope.areaPath))
      .map((each) => [each.id, each]),
  )
  const levels = await knownLevels(db)
  const codes = new Map(
    levels.flatMap(({ code, name, isDisabled }) => (isDisabled ? [] : [[name, code] as const])),
  )
  const theirs = new Set(organisations.map(({ id }) => id))
  const all = (await knownOrganisations(db, levels)).filter(({ id }) => theirs.has(id))
  const keyOf = (areaId: Id, name: string) => `${areaId} ${shownNameKey(name)}`
  const known = new Map<string, Known>()
  for (const each of all) {
    const key = keyOf(each.areaId, each.name)
    if (!known.has(key) || known.get(key)?.isDisabled) known.set(key, each)
  }
  const bureaus = new Set(
    all.filter(({ kind, isDisabled }) => kind === bureau && !isDisabled).map(({ areaId }) => areaId),
  )
  const isOnly = onlyOnce(problems, "name")
  const planned: Planned[] = []
  for (const line of lines) {
    const {
      name,
      kind: word = "",
      area: code,
      shortName,
      address,
      phone,
      foundedOn,
      schoolLevel,
      tags,
    } = line.values
    const where = code === undefined ? undefined : areas.get(code)
    if (code !== undefined && !where) problems.add(line, "area", importCellMessages.areaUnknown(code))
    const kind = kinds[word]
    if (!where || name === undefined || kind === undefined) continue
    if (!isOnly(line, keyOf(where.id, name))) continue
    const there = known.get(keyOf(where.id, name)) ?? null
    const before = problems.count
    if (there?.isDisabled) problems.add(line, "name", importCellMessages.orgDisabled)
    else if (there && there.kind !== kind) problems.add(line, "kind", importCellMessages.kindChanged)
    if (!there && kind === bureau) {
      if (bureaus.has(where.id)) problems.add(line, "kind", importCellMessages.bureauTaken)
      bureaus.add(where.id)
    }
    const levelCode = schoolLevel === undefined ? undefined : codes.get(schoolLevel)
    if (schoolLevel !== undefined && kind !== "school")
      problems.add(line, "schoolLevel", organisationMessages.levelOfSchools)
    else if (schoolLevel !== undefined && levelCode === undefined && schoolLevel !== there?.schoolLevel)
      problems.add(line, "schoolLevel", importCellMessages.levelUnknown(schoolLevel, [...codes.keys()]))
    if (problems.count === before)
      planned.push({
        line: line.line,
        name,
        kind,
        area: where,
        shortName,
        address,
        phone,
        foundedOn,
        schoolLevel,
        levelCode,
        tags: tags === undefined ? undefined : tagsInWords(tagsFrom(tags)),
        known: there,
      })
  }
  const inFile = new Set(planned.flatMap((one) => (one.known ? [one.known.id] : [])))
  const fileAreas = new Set(planned.map((one) => one.area.id))
  const gone = all.filter(
    ({ id, areaId, isDisabled, kind }) =>
      !isDisabled && !inFile.has(id) && fileAreas.has(areaId) && kind !== "platform",
  )
  return {
    lines: planned.map(plannedLine),
    gone: gone.map(({ name }) => ({ line: null, change: "gone" as const, what: name, detail: "" })),
    canDisable: 0,
    touched: [...inFile],
    write: (writing, written) => writeOrganisations(writing, planned, written),
  } satisfies ImportPlan
}

type Level = Pick<typeof dictionary.$inferSelect, "code" | "name" | "isDisabled">

function knownLevels(db: Db): Promise<Level[]> {
  return db
    .select({ code: dictionary.code, name: dictionary.name, isDisabled: dictionary.isDisabled })
    .from(dictionary)
    .where(eq(dictionary.parentCode, schoolLevelTable))
}

async function knownOrganisations(db: Db, levels: readonly Level[]): Promise<Known[]> {
  const names = new Map(levels.map(({ code, name }) => [code, name]))
  const rows = await db
    .select({
      id: organisation.id,
      kind: organisation.kind,
      areaId: organisation.areaId,
      name: organisation.name,
      shortName: organisation.shortName,
      address: organisation.address,
      phone: organisation.phone,
      foundedOn: sql<string | null>`${organisation.profile} ->> 'foundedOn'`,
      schoolLevel: organisation.schoolLevel,
      tags: organisation.tags,
      version: organisation.version,
      isDisabled: isNotNull(organisation.disabledAt).mapWith(Boolean),
    })
    .from(organisation)
    .orderBy(asc(organisation.id))
  return rows.map(({ schoolLevel, tags, ...row }) => ({
    ...row,
    schoolLevel: schoolLevel === null ? null : (names.get(schoolLevel) ?? schoolLevel),
    tags: tagsInWords(tags) || null,
  }))
}

const fields = {
  schoolLevel: "学段",
  tags: "标签",
  shortName: "简称",
  address: "地址",
  phone: "联系电话",
  foundedOn: "成立日期",
} as const
const fieldNames = Object.keys(fields) as (keyof typeof fields)[]

function changeOf(one: Planned): "new" | "changed" | "unchanged" {
  const { known } = one
  if (!known) return "new"
  const isChanged = known.name !== one.name || fieldNames.some((field) => isOther(one[field], known[field]))
  return isChanged ? "changed" : "unchanged"
}

function plannedLine(one: Planned): PlannedLine {
  const { known } = one
  const details = known
    ? [
        known.name === one.name ? "" : `名称：${known.name} → ${one.name}`,
        ...fieldNames.map((field) =>
          isOther(one[field], known[field])
            ? `${fields[field]}：${known[field] ?? "无"} → ${one[field]}`
            : "",
        ),
      ]
    : [one.area.name]
  return {
    line: one.line,
    change: changeOf(one),
    what: one.name,
    detail: details.filter((text) => text !== "").join("，"),
  }
}

/** A day, and beside it the year that the profiles show. */
const founded = sql`case when w.founded_on is null then '{}'::jsonb
  else jsonb_build_object('foundedOn', w.founded_on, 'founded', left(w.founded_on, 4)::int) end`

const tagList = sql`coalesce(string_to_array(w.tags, ${tagSeparator}), '{}')`

async function writeOrganisations(
  db: Db,
  planned: readonly Planned[],
  { onDone }: Written,
): Promise<{ disabled: number }> {
  let done = 0
  for (const chunk of chunksOf(planned.filter(({ known }) => known === null))) {
    const ids = await newIds(db, "organisation", chunk.length)
    // The transaction's scope was set before these existed: it is widened, or row-level security would hide them.
    await widenScope(db, ids)
    const keys = chunk.map(({ name }) => searchKeys(name))
    await db.execute(sql`
      insert into organisation (id, kind, area_id, area_path, name, short_name, address, phone, school_level, tags, profile,
        sort_no, pinyin, initials)
      select id, kind, area_id, area_path, name, short_name, address, phone, school_level, ${tagList}, ${founded},
        sort_no, pinyin, initials
      from unnest(
        ${sql.param(ids)}::bigint[],
        ${sql.param(chunk.map(({ kind }) => kind))}::text[],
        ${sql.param(chunk.map((one) => one.area.id))}::bigint[],
        ${sql.param(chunk.map((one) => one.area.path))}::text[],
        ${sql.param(chunk.map(({ name }) => name))}::text[],
        ${sql.param(chunk.map(({ shortName }) => shortName ?? null))}::text[],
        ${sql.param(chunk.map(({ address }) => address ?? null))}::text[],
        ${sql.param(chunk.map(({ phone }) => phone ?? null))}::text[],
        ${sql.param(chunk.map(({ foundedOn }) => foundedOn ?? null))}::text[],
        ${sql.param(chunk.map(({ levelCode }) => levelCode ?? null))}::text[],
        ${sql.param(chunk.map(({ tags }) => tags ?? null))}::text[],
        ${sql.param(chunk.map(({ line }) => 1_000_000 + line))}::int[],
        ${sql.param(keys.map(({ pinyin }) => pinyin))}::text[],
        ${sql.param(keys.map(({ initials }) => initials))}::text[])
        as w (id, kind, area_id, area_path, name, short_name, address, phone, founded_on, school_level, tags, sort_no,
          pinyin, initials)`)
    onDone((done += chunk.length))
  }
  for (const chunk of chunksOf(planned.filter((one) => changeOf(one) === "changed"))) {
    const keys = chunk.map(({ name }) => searchKeys(name))
    const { rowCount } = await db.execute(sql`
      update organisation o set name = w.name, short_name = coalesce(w.short_name, o.short_name),
        address = coalesce(w.address, o.address), phone = coalesce(w.phone, o.phone),
        school_level = coalesce(w.school_level, o.school_level), tags = case when w.tags is null then o.tags else ${tagList} end,
        profile = o.profile || ${founded}, pinyin = w.pinyin, initials = w.initials, version = o.version + 1
      from unnest(
        ${sql.param(chunk.map(({ known }) => known?.id ?? ""))}::bigint[],
        ${sql.param(chunk.map(({ known }) => known?.version ?? 0))}::int[],
        ${sql.param(chunk.map(({ name }) => name))}::text[],
        ${sql.param(chunk.map(({ shortName }) => shortName ?? null))}::text[],
        ${sql.param(chunk.map(({ address }) => address ?? null))}::text[],
        ${sql.param(chunk.map(({ phone }) => phone ?? null))}::text[],
        ${sql.param(chunk.map(({ foundedOn }) => foundedOn ?? null))}::text[],
        ${sql.param(chunk.map(({ levelCode }) => levelCode ?? null))}::text[],
        ${sql.param(chunk.map(({ tags }) => tags ?? null))}::text[],
        ${sql.param(keys.map(({ pinyin }) => pinyin))}::text[],
        ${sql.param(keys.map(({ initials }) => initials))}::text[])
        as w (id, version, name, short_name, address, phone, founded_on, school_level, tags, pinyin, initials)
      where o.id = w.id and o.version = w.version`)
    mustBeAll(rowCount, chunk)
    onDone((done += chunk.length))
  }
  return { disabled: 0 }
}
