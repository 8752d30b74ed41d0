import { isNotNull, sql } from "drizzle-orm"
import {
  check,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  unique,
  uuid,
} from "drizzle-orm/pg-core"
import { bytea, createdAt, id, moment, ownId } from "./columns.ts"
import { orgId } from "./organisations.ts"
import { ownerId } from "./people.ts"

/** DISTRICT-1: the first passwords of one organisation that were made together. */
export const firstPasswordSheet = pgTable(
  "first_password_sheet",
  {
    id: ownId(),
    orgId: orgId(),
    /** Who had them made, and who took the file; they may be of another organisation. */
    givenBy: id("given_by"),
    downloadedBy: id("downloaded_by"),
    way: text("way").$type<"sheet" | "sms">().notNull(),
    total: integer("total").notNull(),
    days: integer("days").notNull(),
    until: moment("until").notNull(),
    downloadedAt: moment("downloaded_at"),
    createdAt: createdAt(),
  },
  (t) => [
    unique().on(t.orgId, t.id),
    index("first_password_sheet_newest").on(t.orgId, t.createdAt.desc().nullsFirst()),
    check("first_password_sheet_way", sql`${t.way} in ('sheet', 'sms')`),
  ],
)

/** One of them. The password stands here sealed, until the file is taken or it expires; its hash is the credential. */
export const firstPassword = pgTable(
  "first_password",
  {
    sheetId: id("sheet_id").notNull(),
    personId: ownerId().notNull(),
    orgId: orgId(),
    state: text("state").$type<"waiting" | "given" | "skipped" | "replaced">().notNull().default("waiting"),
    sealed: bytea("sealed"),
    smsId: uuid("sms_id"),
    until: moment("until").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.sheetId, t.personId] }),
    foreignKey({ columns: [t.sheetId], foreignColumns: [firstPasswordSheet.id] }).onDelete("cascade"),
    index().on(t.personId),
    index().on(t.orgId),
    index("first_password_waiting")
      .on(t.sheetId)
      .where(sql`${t.state} = 'waiting'`),
    index("first_password_sealed").on(t.until).where(isNotNull(t.sealed)),
    check("first_password_state", sql`${t.state} in ('waiting', 'given', 'skipped', 'replaced')`),
  ],
)
