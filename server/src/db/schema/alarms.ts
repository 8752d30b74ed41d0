import type { ToldAudience } from "@uc/contract/awareness/told"
import { isNotNull, sql } from "drizzle-orm"
import {
  boolean,
  check,
  date,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  uuid,
} from "drizzle-orm/pg-core"
import { id, moment, ownId } from "./columns.ts"
import { orgId } from "./organisations.ts"
import { person } from "./people.ts"

/** The platform's, the same for all. */
export const alarmType = pgTable("alarm_type", {
  modelCode: text("model_code").primaryKey(),
  name: text("name").notNull(),
  sortNo: integer("sort_no").notNull().default(0),
  /** Whoever offers types for choice is told so; alarms of it still come in and show its name. */
  isDisabled: boolean("is_disabled").notNull().default(false),
})

export const alarmLevel = pgTable("alarm_level", {
  level: smallint("level").primaryKey(),
  /** `alarm_level_name` on the wire. */
  name: text("name").notNull(),
  /** How long it may wait to be taken before it is escalated to the bureau; null: for ever. */
  minutesToTake: smallint("minutes_to_take").default(30),
  /** How long a taken one may wait to be handled. */
  minutesToHandle: smallint("minutes_to_handle").default(120),
  isDisabled: boolean("is_disabled").notNull().default(false),
})

export type AlarmState = "open" | "acknowledged" | "handling" | "closed" | "false"

/**
 * Partitioned by the month of `createtime` (OPS-6, decision 093): each part has its own keys, `id` and `uuid`; what is unique
 * over all months is in `alarm_name`. The table `alarm`, which it was before, is its first part.
 */
export const alarm = pgTable(
  "alarm_record",
  {
    id: ownId(),
    /** The source's own id of it; a repeated one is stored once. */
    uuid: uuid("uuid").notNull(),
    orgId: orgId(),
    /** The organisation's area path, repeated here so that a bureau's statistics need no join. */
    areaPath: text("area_path").notNull(),
    /** No foreign key: a source may know types that we do not know yet, and its alarm must still come in. */
    modelCode: text("model_code").notNull(),
    level: smallint("level")
      .notNull()
      .references(() => alarmLevel.level),
    createtime: moment("createtime").notNull(),
    state: text("state").$type<AlarmState>().notNull().default("open"),
    address: text("address"),
    detail: text("detail"),
    source: text("source"),
    receivedAt: moment("received_at").notNull().defaultNow(),
    /** Who has taken it. */
    takenBy: id("taken_by"),
    /** Repeated here, because a school sees nobody of the bureau that has taken its alarm. */
    takenByName: text("taken_by_name"),
    /** When it was escalated because nobody acted in time, and to which bureau. */
    escalatedAt: moment("escalated_at"),
    escalatedTo: id("escalated_to"),
    closedAt: moment("closed_at"),
    /** DAY-2: when those who had not confirmed were last reminded. */
    remindedAt: moment("reminded_at"),
    /** By a text message, which waits for itself alone. */
    remindedBySmsAt: moment("reminded_by_sms_at"),
  },
  (t) => [
    index("alarm_newest_of_org").on(t.orgId, t.createtime.desc().nullsFirst(), t.id.desc().nullsFirst()),
    index("alarm_newest").on(t.createtime.desc().nullsFirst(), t.id.desc().nullsFirst()),
    index("alarm_open")
      .on(t.orgId, t.createtime.desc().nullsFirst())
      .where(sql`${t.state} in ('open', 'acknowledged', 'handling')`),
    // Only alarms that somebody has taken: inserting one costs nothing here.
    index("alarm_taken")
      .on(t.takenBy, t.createtime.desc().nullsFirst(), t.id.desc().nullsFirst())
      .where(sql`${t.takenBy} is not null`),
    index("alarm_escalated")
      .on(t.escalatedTo, t.createtime.desc().nullsFirst(), t.id.desc().nullsFirst())
      .where(sql`${t.escalatedTo} is not null`),
    // Like the two above: a new alarm is never closed already.
    index("alarm_closed")
      .on(t.orgId, t.closedAt)
      .where(sql`${t.closedAt} is not null`),
    check("alarm_state", sql`${t.state} in ('open', 'acknowledged', 'handling', 'closed', 'false')`),
    // Four levels: inserts go to the end of one of four ranges.
    index("alarm_level_index").on(t.level),
  ],
)

/** OPS-6: every uuid that an alarm has, over all months: a key of a partitioned table can't span its parts. */
export const alarmName = pgTable("alarm_name", {
  uuid: uuid("uuid").primaryKey(),
  createtime: moment("createtime").notNull(),
})

/**
 * DAY-2: who of the organisation has confirmed that they know of it; whoever has no row has not. No key leads to the alarm: its
 * table has none over all months. They go with its month.
 */
export const alarmConfirmation = pgTable(
  "alarm_confirmation",
  {
    orgId: orgId(),
    alarmId: id("alarm_id").notNull(),
    personId: id("person_id").notNull(),
    confirmedAt: moment("confirmed_at").notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.alarmId, t.personId] }),
    foreignKey({ columns: [t.orgId, t.personId], foreignColumns: [person.orgId, person.id] }).onUpdate(
      "restrict",
    ),
    index().on(t.orgId, t.alarmId),
    index().on(t.orgId, t.personId),
  ],
)

/** DAY-2: whom an alarm of a level, a drill or an emergency is told to. The site's; what has no row is as `toldByDefault` says. */
export const toldRule = pgTable("told_rule", {
  /** `level-1`, `drill`, `emergency`. */
  subject: text("subject").primaryKey(),
  told: text("told").$type<ToldAudience>().notNull(),
})

/**
 * How many there were of an organisation on a day (Asia/Shanghai), updated by triggers on `alarm`: statistics of two
 * years need not read millions of rows.
 */
export const alarmDay = pgTable(
  "alarm_day",
  {
    orgId: orgId(),
    day: date("day", { mode: "string" }).notNull(),
    total: integer("total").notNull(),
  },
  (t) => [primaryKey({ columns: [t.orgId, t.day] })],
)

/** OPS-6: the same by day, level and type, for the days at the ends of a period that are no whole month. */
export const alarmDayKind = pgTable(
  "alarm_day_kind",
  {
    orgId: orgId(),
    day: date("day", { mode: "string" }).notNull(),
    level: smallint("level").notNull(),
    modelCode: text("model_code").notNull(),
    total: integer("total").notNull(),
  },
  (t) => [primaryKey({ columns: [t.orgId, t.day, t.level, t.modelCode] })],
)

/** The same by month: of a period's whole months these are fewer rows. */
export const alarmMonth = pgTable(
  "alarm_month",
  {
    orgId: orgId(),
    /** The first of the month. */
    month: date("month", { mode: "string" }).notNull(),
    level: smallint("level").notNull(),
    modelCode: text("model_code").notNull(),
    total: integer("total").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.month, t.level, t.modelCode] }),
    // The months in which a type occurred: a list of a rare or unknown type searches only those.
    index("alarm_month_of_type").on(t.modelCode, t.month),
  ],
)

/** WORK-4: who did what when, partitioned by month. The person may be the bureau's, so it is not bound to the alarm's organisation. */
export const alarmEvent = pgTable(
  "alarm_event",
  {
    id: ownId(),
    orgId: orgId(),
    alarmId: id("alarm_id").notNull(),
    at: moment("at").notNull().defaultNow(),
    action: text("action").notNull(),
    personId: id("person_id").references(() => person.id),
    note: text("note"),
    detail: jsonb("detail").$type<Record<string, unknown>>().notNull().default({}),
  },
  (t) => [
    index().on(t.alarmId, t.at),
    index().on(t.orgId, t.alarmId),
    index().on(t.personId).where(isNotNull(t.personId)),
  ],
)
