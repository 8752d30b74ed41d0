import { index, integer, jsonb, pgTable, text, unique } from "drizzle-orm/pg-core"
import { moment, ownId, sharedPath } from "./columns.ts"
import { orgId } from "./organisations.ts"
import { ownerId } from "./people.ts"

/** What a person stores under a key: the home layout, favourites, recently used. `version` tells two devices apart. */
export const customList = pgTable(
  "custom_list",
  {
    id: ownId(),
    orgId: orgId(),
    personId: ownerId().notNull(),
    key: text("key").notNull(),
    value: jsonb("value").$type<unknown>().notNull(),
    version: integer("version").notNull().default(1),
    updatedAt: moment("updated_at").notNull().defaultNow(),
  },
  (t) => [unique().on(t.personId, t.key), index().on(t.orgId)],
)

/**
 * HOME-3: the cards that a bureau, or the platform, pins on the home pages below it. `shared_path` is its own area, so that
 * they can be read there. `by` is what it is, because those who read it can't see the organisation itself.
 */
export const homePins = pgTable("home_pins", {
  id: ownId(),
  orgId: orgId().unique(),
  sharedPath: sharedPath(),
  by: text("by").$type<"bureau" | "platform">().notNull(),
  keys: text("keys").array().notNull(),
  version: integer("version").notNull().default(1),
  updatedAt: moment("updated_at").notNull().defaultNow(),
})
