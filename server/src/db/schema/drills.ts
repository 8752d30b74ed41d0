import { isNotNull, sql } from "drizzle-orm"
import { foreignKey, index, integer, jsonb, pgTable, smallint, text, unique, uuid } from "drizzle-orm/pg-core"
import { createdAt, id, moment, ownId, sharedPath } from "./columns.ts"
import { orgId } from "./organisations.ts"
import { person } from "./people.ts"

export const emergencyPlan = pgTable(
  "emergency_plan",
  {
    id: ownId(),
    orgId: orgId(),
    sharedPath: sharedPath(),
    title: text("title").notNull(),
    kind: text("kind").notNull(),
    content: text("content").notNull().default(""),
    steps: jsonb("steps").$type<readonly string[]>().notNull().default([]),
    /** How often it is to be held, e.g. 2 a year; null: no duty. */
    timesAYear: smallint("times_a_year"),
    /** Counts the changes: a save with an older version is refused. */
    version: integer("version").notNull().default(1),
    createdAt: createdAt(),
  },
  (t) => [index().on(t.orgId)],
)

/** One row per organisation that takes part: `org_id` is `unitid` on the wire. */
export const drill = pgTable(
  "drill",
  {
    id: ownId(),
    orgId: orgId(),
    /** The plan may be the bureau's. */
    planId: id("plan_id").references(() => emergencyPlan.id),
    yazxCode: text("yazx_code").notNull().unique(),
    yazxTitle: text("yazx_title").notNull(),
    yazxBdate: moment("yazx_bdate").notNull(),
    /** 1 a real emergency, 2 a drill. */
    zxType: smallint("zx_type").notNull().default(2),
    endedAt: moment("ended_at"),
    notes: text("notes"),
    startedBy: id("started_by").references(() => person.id),
    /** The same for all organisations that were started together. */
    round: uuid("round"),
    /** DAY-2: when those who had not confirmed were last reminded. */
    remindedAt: moment("reminded_at"),
    /** By a text message, which waits for itself alone. */
    remindedBySmsAt: moment("reminded_by_sms_at"),
    createdAt: createdAt(),
  },
  (t) => [
    unique().on(t.orgId, t.id),
    index("drill_newest_of_org").on(t.orgId, t.yazxBdate.desc().nullsFirst(), t.id.desc().nullsFirst()),
    index("drill_live")
      .on(t.yazxBdate.desc().nullsFirst(), t.id.desc().nullsFirst())
      .where(sql`${t.endedAt} is null`),
    index().on(t.planId).where(isNotNull(t.planId)),
    index().on(t.startedBy).where(isNotNull(t.startedBy)),
  ],
)

export const drillConfirmation = pgTable(
  "drill_confirmation",
  {
    id: ownId(),
    orgId: orgId(),
    drillId: id("drill_id").notNull(),
    personId: id("person_id").notNull(),
    confirmedAt: moment("confirmed_at").notNull().defaultNow(),
    note: text("note"),
  },
  (t) => [
    unique().on(t.drillId, t.personId),
    foreignKey({
      columns: [t.orgId, t.drillId],
      foreignColumns: [drill.orgId, drill.id],
    }).onDelete("cascade"),
    foreignKey({ columns: [t.orgId, t.personId], foreignColumns: [person.orgId, person.id] }).onUpdate(
      "restrict",
    ),
    index().on(t.orgId, t.drillId),
    index().on(t.orgId, t.personId),
  ],
)
