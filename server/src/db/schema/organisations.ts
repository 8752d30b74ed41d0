import { sql } from "drizzle-orm"
import {
  boolean,
  check,
  doublePrecision,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  smallint,
  text,
  unique,
} from "drizzle-orm/pg-core"
import { area } from "./areas.ts"
import { createdAt, id, moment, ownId, searchColumns } from "./columns.ts"

export type OrganisationKind = "platform" | "bureau" | "school" | "enterprise"

/** Row-level security goes by its own `id`. */
export const organisation = pgTable(
  "organisation",
  {
    id: ownId(),
    kind: text("kind").$type<OrganisationKind>().notNull(),
    areaId: id("area_id")
      .notNull()
      .references(() => area.id),
    /** The area's path, repeated here so that a reach by area is one comparison. */
    areaPath: text("area_path").notNull(),
    name: text("name").notNull(),
    shortName: text("short_name"),
    address: text("address"),
    phone: text("phone"),
    /** DISTRICT-7: a code of the table 学段; schools alone have one. */
    schoolLevel: text("school_level"),
    tags: text("tags").array().notNull().default([]),
    profile: jsonb("profile").$type<Record<string, unknown>>().notNull().default({}),
    lng: doublePrecision("lng"),
    lat: doublePrecision("lat"),
    sortNo: integer("sort_no").notNull().default(0),
    /** HOME-6: sent back by a change, so that nobody overwrites what they have not seen. */
    version: integer("version").notNull().default(1),
    disabledAt: moment("disabled_at"),
    /** OPERATE-2: made by the demo world's generator, and by nothing else. Demo mode only starts over such organisations. */
    isDemo: boolean("is_demo").notNull().default(false),
    createdAt: createdAt(),
    ...searchColumns(),
  },
  (t) => [
    index().on(t.areaPath.op("text_pattern_ops")),
    check("organisation_kind", sql`${t.kind} in ('platform', 'bureau', 'school', 'enterprise')`),
    index().on(t.areaId),
  ],
)

/** The organisation that a row belongs to. A table with this column gets row-level security by itself (`enable_row_security()`). */
export function orgId() {
  return id("org_id")
    .notNull()
    .references(() => organisation.id)
}

/** DEPT-3: five levels, 0 to 4, checked by the database too. */
export const department = pgTable(
  "department",
  {
    id: ownId(),
    orgId: orgId(),
    parentId: id("parent_id"),
    /** Ancestors, the root first, without the row's own id. */
    ids: id("ids").array().notNull().default([]),
    level: smallint("level").notNull().default(0),
    name: text("name").notNull(),
    sortNo: integer("sort_no").notNull().default(0),
    /** HOME-6: sent back by a change, so that nobody overwrites what they have not seen. */
    version: integer("version").notNull().default(1),
    disabledAt: moment("disabled_at"),
    createdAt: createdAt(),
    ...searchColumns(),
  },
  (t) => [
    unique().on(t.orgId, t.id),
    foreignKey({ columns: [t.orgId, t.parentId], foreignColumns: [t.orgId, t.id] }),
    index().on(t.orgId, t.parentId, t.sortNo),
    check("department_level", sql`${t.level} between 0 and 4`),
    check(
      "department_ids",
      sql`${t.level} = cardinality(${t.ids}) and ${t.parentId} is not distinct from ${t.ids}[cardinality(${t.ids})]`,
    ),
  ],
)

/** Two levels: a category (c2, without parent) and its posts (c3). */
export const post = pgTable(
  "post",
  {
    id: ownId(),
    orgId: orgId(),
    parentId: id("parent_id"),
    name: text("name").notNull(),
    sortNo: integer("sort_no").notNull().default(0),
    /** HOME-6: sent back by a change, so that nobody overwrites what they have not seen. */
    version: integer("version").notNull().default(1),
  },
  (t) => [
    unique().on(t.orgId, t.id),
    foreignKey({ columns: [t.orgId, t.parentId], foreignColumns: [t.orgId, t.id] }),
    index().on(t.orgId, t.parentId, t.sortNo),
  ],
)
