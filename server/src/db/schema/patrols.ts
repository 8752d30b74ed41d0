import { isNotNull, sql } from "drizzle-orm"
import {
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
  unique,
  uniqueIndex,
} from "drizzle-orm/pg-core"
import { building } from "./buildings.ts"
import { createdAt, id, moment, ownId } from "./columns.ts"
import { orgId } from "./organisations.ts"
import { person } from "./people.ts"

export const patrolPoint = pgTable(
  "patrol_point",
  {
    id: ownId(),
    orgId: orgId(),
    /** A node of the building tree: a layer or a room. */
    placeId: id("place_id"),
    name: text("name").notNull(),
    /** What the point's QR code holds. */
    code: text("code").notNull().unique(),
    sortNo: integer("sort_no").notNull().default(0),
    disabledAt: moment("disabled_at"),
    version: integer("version").notNull().default(1),
    createdAt: createdAt(),
  },
  (t) => [
    unique().on(t.orgId, t.id),
    foreignKey({ columns: [t.orgId, t.placeId], foreignColumns: [building.orgId, building.id] }),
    index().on(t.orgId, t.placeId).where(isNotNull(t.placeId)),
  ],
)

export const patrolPlan = pgTable(
  "patrol_plan",
  {
    id: ownId(),
    orgId: orgId(),
    name: text("name").notNull(),
    /** Times of the day (HH:mm) and days of the week (1 Monday to 7). */
    schedule: jsonb("schedule")
      .$type<{ readonly times: readonly string[]; readonly weekdays: readonly number[] }>()
      .notNull(),
    /** How long before and after its time a visit may be made. */
    graceMinutes: smallint("grace_minutes").notNull().default(60),
    /** Its visits are scheduled up to and including this day (Asia/Shanghai). */
    laidOutTo: date("laid_out_to", { mode: "string" }),
    disabledAt: moment("disabled_at"),
    version: integer("version").notNull().default(1),
    createdAt: createdAt(),
  },
  (t) => [unique().on(t.orgId, t.id)],
)

/** The route: which points a plan visits, in which order, and who walks it. */
export const patrolPlanPoint = pgTable(
  "patrol_plan_point",
  {
    id: ownId(),
    orgId: orgId(),
    planId: id("plan_id").notNull(),
    pointId: id("point_id").notNull(),
    personId: id("person_id"),
    sortNo: integer("sort_no").notNull().default(0),
  },
  (t) => [
    unique().on(t.planId, t.pointId),
    foreignKey({
      columns: [t.orgId, t.planId],
      foreignColumns: [patrolPlan.orgId, patrolPlan.id],
    }).onDelete("cascade"),
    foreignKey({ columns: [t.orgId, t.pointId], foreignColumns: [patrolPoint.orgId, patrolPoint.id] }),
    foreignKey({ columns: [t.orgId, t.personId], foreignColumns: [person.orgId, person.id] }).onUpdate(
      "restrict",
    ),
    index().on(t.orgId, t.planId),
    index().on(t.orgId, t.pointId),
    index().on(t.orgId, t.personId).where(isNotNull(t.personId)),
  ],
)

/** One visit that was due: done in time with a result, or missed. */
export const patrolRecord = pgTable(
  "patrol_record",
  {
    id: ownId(),
    orgId: orgId(),
    planId: id("plan_id"),
    pointId: id("point_id").notNull(),
    /** Whose it is; null: whoever of the organisation comes. */
    personId: id("person_id"),
    dueAt: moment("due_at").notNull(),
    /** As the plan was when it was laid out: what was due is not judged by what is changed later. Null: as the plan is. */
    graceMinutes: smallint("grace_minutes"),
    checkedAt: moment("checked_at"),
    /** Who came, where that is not whose it was. */
    checkedById: id("checked_by_id"),
    result: text("result").$type<"due" | "normal" | "problem" | "missed">().notNull(),
    note: text("note"),
  },
  (t) => [
    foreignKey({ columns: [t.orgId, t.planId], foreignColumns: [patrolPlan.orgId, patrolPlan.id] }),
    foreignKey({ columns: [t.orgId, t.pointId], foreignColumns: [patrolPoint.orgId, patrolPoint.id] }),
    foreignKey({ columns: [t.orgId, t.personId], foreignColumns: [person.orgId, person.id] }).onUpdate(
      "restrict",
    ),
    index().on(t.orgId, t.dueAt.desc().nullsFirst()),
    foreignKey({ columns: [t.orgId, t.checkedById], foreignColumns: [person.orgId, person.id] }).onUpdate(
      "restrict",
    ),
    index().on(t.pointId, t.dueAt.desc().nullsFirst()),
    index("patrol_record_newest").on(t.dueAt.desc().nullsFirst(), t.id.desc().nullsFirst()),
    // What is still to be made is little, and asked for all the time.
    index("patrol_record_open")
      .on(t.dueAt)
      .where(sql`${t.result} = 'due'`),
    // Laid out by several processes at once, each visit is there once.
    uniqueIndex("patrol_record_once")
      .on(t.planId, t.pointId, t.dueAt)
      .where(sql`${t.planId} is not null and ${t.result} = 'due'`),
    check("patrol_record_result", sql`${t.result} in ('due', 'normal', 'problem', 'missed')`),
    index().on(t.orgId, t.planId).where(isNotNull(t.planId)),
    index().on(t.orgId, t.pointId),
    index().on(t.orgId, t.personId).where(isNotNull(t.personId)),
    index().on(t.orgId, t.checkedById).where(isNotNull(t.checkedById)),
  ],
)

/** Visits by organisation and the day (Asia/Shanghai) that they were due on, kept by the database itself. */
export const patrolDay = pgTable(
  "patrol_day",
  {
    orgId: orgId(),
    day: date("day", { mode: "string" }).notNull(),
    planned: integer("planned").notNull(),
    done: integer("done").notNull(),
    missed: integer("missed").notNull(),
  },
  (t) => [primaryKey({ columns: [t.orgId, t.day] })],
)

export type StoredHazardState = "reported" | "assigned" | "rectified" | "closed" | "rejected"

/** DAY-6: what is dangerous and is to be rectified, found by a patrol, an alarm or somebody. */
export const hazard = pgTable(
  "hazard",
  {
    id: ownId(),
    orgId: orgId(),
    title: text("title").notNull(),
    place: text("place").notNull(),
    description: text("description").notNull().default(""),
    level: text("level").$type<"general" | "major">().notNull(),
    source: text("source").$type<"report" | "patrol" | "alarm">().notNull(),
    /** The visit's id or the alarm's uuid: each becomes one hazard. */
    sourceRef: text("source_ref"),
    sourceName: text("source_name"),
    /** May be the bureau's, whom the school does not reach: so the names are repeated here. */
    reporterId: id("reporter_id")
      .notNull()
      .references(() => person.id),
    reporterName: text("reporter_name").notNull(),
    reporterOrgName: text("reporter_org_name").notNull(),
    state: text("state").$type<StoredHazardState>().notNull().default("reported"),
    assigneeId: id("assignee_id"),
    /** The last day for rectifying it (Asia/Shanghai). */
    dueOn: date("due_on", { mode: "string" }),
    /** Who has rectified it last: another reviews it. */
    rectifiedById: id("rectified_by_id"),
    escalatedAt: moment("escalated_at"),
    escalatedTo: id("escalated_to"),
    closedAt: moment("closed_at"),
    version: integer("version").notNull().default(1),
    createdAt: createdAt(),
  },
  (t) => [
    unique().on(t.orgId, t.id),
    uniqueIndex("hazard_of_source").on(t.source, t.sourceRef).where(isNotNull(t.sourceRef)),
    foreignKey({ columns: [t.orgId, t.assigneeId], foreignColumns: [person.orgId, person.id] }).onUpdate(
      "restrict",
    ),
    foreignKey({ columns: [t.orgId, t.rectifiedById], foreignColumns: [person.orgId, person.id] }).onUpdate(
      "restrict",
    ),
    index().on(t.orgId, t.state),
    index().on(t.reporterId),
    index().on(t.orgId, t.assigneeId).where(isNotNull(t.assigneeId)),
    index().on(t.orgId, t.rectifiedById).where(isNotNull(t.rectifiedById)),
    index("hazard_to_rectify")
      .on(t.assigneeId)
      .where(sql`${t.state} = 'assigned'`),
    index("hazard_due")
      .on(t.dueOn)
      .where(sql`${t.state} = 'assigned' and ${t.escalatedAt} is null`),
    index("hazard_unassigned")
      .on(t.createdAt)
      .where(sql`${t.state} = 'reported' and ${t.escalatedAt} is null`),
    index("hazard_escalated").on(t.escalatedTo).where(isNotNull(t.escalatedTo)),
    check("hazard_level", sql`${t.level} in ('general', 'major')`),
    check("hazard_source", sql`${t.source} in ('report', 'patrol', 'alarm')`),
    check("hazard_state", sql`${t.state} in ('reported', 'assigned', 'rectified', 'closed', 'rejected')`),
  ],
)

/** DAY-6: who did what when, with the photos of before and after. The person may be the bureau's. */
export const hazardEvent = pgTable(
  "hazard_event",
  {
    id: ownId(),
    orgId: orgId(),
    hazardId: id("hazard_id").notNull(),
    at: moment("at").notNull().defaultNow(),
    deed: text("deed").notNull(),
    personId: id("person_id").references(() => person.id),
    note: text("note"),
    /** Names as they were: `who`, `orgname`, `whom`, `deadline`. */
    detail: jsonb("detail").$type<Record<string, unknown>>().notNull().default({}),
  },
  (t) => [
    foreignKey({
      columns: [t.orgId, t.hazardId],
      foreignColumns: [hazard.orgId, hazard.id],
    }).onDelete("cascade"),
    index().on(t.orgId, t.hazardId),
    index().on(t.hazardId, t.at),
    index().on(t.personId).where(isNotNull(t.personId)),
  ],
)
