import { isNotNull, sql } from "drizzle-orm"
import {
  boolean,
  check,
  foreignKey,
  index,
  integer,
  pgTable,
  smallint,
  text,
  unique,
} from "drizzle-orm/pg-core"
import { createdAt, id, ownId, searchColumns } from "./columns.ts"
import { orgId } from "./organisations.ts"
import { person } from "./people.ts"

/** Safety grids: who looks after which part of the place. */
export const grid = pgTable(
  "grid",
  {
    id: ownId(),
    orgId: orgId(),
    parentId: id("parent_id"),
    /** Ancestors, the root first, without the row's own id. */
    ids: id("ids").array().notNull().default([]),
    level: smallint("level").notNull().default(0),
    name: text("name").notNull(),
    /** Answered only when the caller asks for it (`ifCallBackSpaceName`). */
    spaceName: text("space_name"),
    keeperId: id("keeper_id"),
    sortNo: integer("sort_no").notNull().default(0),
    /** No picker offers it, nor what stands below it. */
    isDisabled: boolean("is_disabled").notNull().default(false),
    createdAt: createdAt(),
    ...searchColumns(),
  },
  (t) => [
    unique().on(t.orgId, t.id),
    foreignKey({ columns: [t.orgId, t.parentId], foreignColumns: [t.orgId, t.id] }),
    foreignKey({ columns: [t.orgId, t.keeperId], foreignColumns: [person.orgId, person.id] }).onUpdate(
      "restrict",
    ),
    index().on(t.orgId, t.parentId, t.sortNo),
    check(
      "grid_ids",
      sql`${t.level} = cardinality(${t.ids}) and ${t.parentId} is not distinct from ${t.ids}[cardinality(${t.ids})]`,
    ),
    index().on(t.orgId, t.keeperId).where(isNotNull(t.keeperId)),
  ],
)
