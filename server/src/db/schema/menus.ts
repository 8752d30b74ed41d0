import type { Admintype, Usertype } from "@uc/contract/account/calls"
import { isNotNull, sql } from "drizzle-orm"
import {
  type AnyPgColumn,
  boolean,
  check,
  index,
  integer,
  pgTable,
  smallint,
  text,
  unique,
} from "drizzle-orm/pg-core"
import { id, ownId, searchColumns } from "./columns.ts"
import { organisation } from "./organisations.ts"

/** Modules and menus belong to the platform, not to an organisation: they have no row-level security. */
export const module = pgTable(
  "module",
  {
    id: ownId(),
    parentId: id("parent_id").references((): AnyPgColumn => module.id),
    identifier: text("identifier").notNull().unique(),
    name: text("name").notNull(),
    sortNo: integer("sort_no").notNull().default(0),
    isDisabled: boolean("is_disabled").notNull().default(false),
  },
  (t) => [index().on(t.parentId, t.sortNo)],
)

export const menu = pgTable(
  "menu",
  {
    id: ownId(),
    parentId: id("parent_id").references((): AnyPgColumn => menu.id),
    moduleId: id("module_id").references(() => module.id),
    text: text("text").notNull(),
    /** `router`: a page of the portal at `path`. Anything else: `address` is hosted in a frame (MENU-3). */
    moduleType: text("module_type"),
    path: text("path"),
    address: text("address"),
    icon: text("icon"),
    sortNo: integer("sort_no").notNull().default(0),
    isDisabled: boolean("is_disabled").notNull().default(false),
    ...searchColumns(),
  },
  (t) => [index().on(t.parentId, t.sortNo), index().on(t.moduleId).where(isNotNull(t.moduleId))],
)

/**
 * Who sees a menu: people for whom one row fits in all its columns. Without any row nobody sees it; its parents must be
 * visible too. `only_org_id` is not called `org_id`, because null means all organisations and row-level security would
 * hide such rows.
 */
export const menuAudience = pgTable(
  "menu_audience",
  {
    id: ownId(),
    menuId: id("menu_id")
      .notNull()
      .references(() => menu.id, { onDelete: "cascade" }),
    /** Null: every usertype. */
    usertype: smallint("usertype").$type<Usertype>(),
    minAdmintype: smallint("min_admintype").$type<Admintype>().notNull().default(0),
    onlyOrgId: id("only_org_id").references(() => organisation.id),
  },
  (t) => [
    unique().on(t.menuId, t.usertype, t.minAdmintype, t.onlyOrgId).nullsNotDistinct(),
    check("menu_audience_usertype", sql`${t.usertype} in (10, 20, 30, 40)`),
    index().on(t.onlyOrgId).where(isNotNull(t.onlyOrgId)),
  ],
)
