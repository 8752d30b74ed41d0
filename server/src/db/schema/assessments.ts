import { isNotNull, sql } from "drizzle-orm"
import { check, date, foreignKey, index, integer, pgTable, real, text, unique } from "drizzle-orm/pg-core"
import { createdAt, id, moment, ownId, sharedPath } from "./columns.ts"
import { orgId } from "./organisations.ts"
import { person } from "./people.ts"

/** Written by one organisation, read by those whom it assesses (the policy `assigned_read`, or `shared_path`). */
export const assessmentScheme = pgTable(
  "assessment_scheme",
  {
    id: ownId(),
    orgId: orgId(),
    sharedPath: sharedPath(),
    name: text("name").notNull(),
    description: text("description").notNull().default(""),
    version: integer("version").notNull().default(1),
    createdAt: createdAt(),
  },
  (t) => [unique().on(t.orgId, t.id)],
)

export const assessmentItem = pgTable(
  "assessment_item",
  {
    id: ownId(),
    orgId: orgId(),
    sharedPath: sharedPath(),
    schemeId: id("scheme_id").notNull(),
    groupName: text("group_name").notNull().default(""),
    name: text("name").notNull(),
    weight: real("weight").notNull().default(1),
    maxScore: real("max_score").notNull(),
    /** What evidence is asked. */
    asked: text("asked").notNull().default(""),
    sortNo: integer("sort_no").notNull().default(0),
  },
  (t) => [
    foreignKey({
      columns: [t.orgId, t.schemeId],
      foreignColumns: [assessmentScheme.orgId, assessmentScheme.id],
    }).onDelete("cascade"),
    index().on(t.schemeId, t.sortNo),
    index().on(t.orgId, t.schemeId),
  ],
)

/** A scheme given to an organisation for a period; `org_id` is the assessed one. */
export const assessment = pgTable(
  "assessment",
  {
    id: ownId(),
    orgId: orgId(),
    schemeId: id("scheme_id")
      .notNull()
      .references(() => assessmentScheme.id),
    period: text("period").notNull(),
    startsOn: date("starts_on", { mode: "string" }).notNull(),
    dueOn: date("due_on", { mode: "string" }).notNull(),
    state: text("state").$type<"open" | "submitted" | "returned" | "accepted">().notNull().default("open"),
    score: real("score"),
    /** Why it was given back. */
    reason: text("reason"),
    version: integer("version").notNull().default(1),
    /** When its administrators were told that it is due soon. */
    soonToldAt: moment("soon_told_at"),
    submittedBy: id("submitted_by").references(() => person.id),
    submittedAt: moment("submitted_at"),
    reviewedBy: id("reviewed_by").references(() => person.id),
    reviewedAt: moment("reviewed_at"),
    createdAt: createdAt(),
  },
  (t) => [
    unique().on(t.orgId, t.id),
    unique().on(t.schemeId, t.orgId, t.period),
    index().on(t.orgId, t.state),
    index("assessment_newest").on(t.dueOn.desc().nullsFirst(), t.id.desc().nullsFirst()),
    index("assessment_to_tell")
      .on(t.dueOn)
      .where(sql`${t.soonToldAt} is null and ${t.state} in ('open', 'returned')`),
    check("assessment_state", sql`${t.state} in ('open', 'submitted', 'returned', 'accepted')`),
    index().on(t.submittedBy).where(isNotNull(t.submittedBy)),
    index().on(t.reviewedBy).where(isNotNull(t.reviewedBy)),
  ],
)

export const assessmentScore = pgTable(
  "assessment_score",
  {
    id: ownId(),
    orgId: orgId(),
    assessmentId: id("assessment_id").notNull(),
    itemId: id("item_id")
      .notNull()
      .references(() => assessmentItem.id),
    ownScore: real("own_score"),
    reviewScore: real("review_score"),
    evidence: text("evidence"),
    note: text("note"),
    /** Who wrote what stands there: they do not review it. */
    filledBy: id("filled_by").references(() => person.id),
    /** Whoever saves says which one they saw. */
    version: integer("version").notNull().default(1),
    updatedAt: moment("updated_at").notNull().defaultNow(),
  },
  (t) => [
    unique().on(t.assessmentId, t.itemId),
    foreignKey({
      columns: [t.orgId, t.assessmentId],
      foreignColumns: [assessment.orgId, assessment.id],
    }).onDelete("cascade"),
    index().on(t.orgId, t.assessmentId),
    index().on(t.itemId),
    index().on(t.filledBy).where(isNotNull(t.filledBy)),
  ],
)
