import { isNotNull, sql } from "drizzle-orm"
import {
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  smallint,
  text,
  unique,
  uniqueIndex,
} from "drizzle-orm/pg-core"
import { createdAt, id, moment, ownId } from "./columns.ts"
import { orgId } from "./organisations.ts"
import { person } from "./people.ts"

/** `org_id` is the giver's organisation. Those to whom it was given read it by the policy `assigned_read`. */
export const task = pgTable(
  "task",
  {
    id: ownId(),
    orgId: orgId(),
    giverId: id("giver_id").notNull(),
    /** Written down when it is given: who receives it does not reach a superior's people. */
    giverName: text("giver_name").notNull().default(""),
    giverOrgName: text("giver_org_name").notNull().default(""),
    title: text("title").notNull(),
    content: text("content").notNull().default(""),
    kind: text("kind").notNull().default("common"),
    /** 1 urgent, 2 normal, 3 low. */
    priority: smallint("priority").notNull().default(2),
    /** Each who has it ticks them off for themselves. */
    steps: jsonb("steps").$type<readonly string[]>().notNull().default([]),
    dueAt: moment("due_at"),
    cancelledAt: moment("cancelled_at"),
    /** How often it was changed: who saves what somebody else has changed meanwhile is told. */
    version: integer("version").notNull().default(0),
    /** When those who have not finished are told that it is due soon; null: they were, or it is never due. */
    remindAt: moment("remind_at"),
    overdueToldAt: moment("overdue_told_at"),
    repeat: text("repeat").$type<"daily" | "weekly" | "monthly">(),
    /** The first task of a row that repeats; with `occurrence` each is there once. */
    seriesId: id("series_id"),
    occurrence: integer("occurrence").notNull().default(0),
    /** When the next one is given; null: there is none, or it was given already. */
    repeatAt: moment("repeat_at"),
    createdAt: createdAt(),
  },
  (t) => [
    foreignKey({ columns: [t.orgId, t.giverId], foreignColumns: [person.orgId, person.id] }).onUpdate(
      "restrict",
    ),
    index().on(t.orgId, t.createdAt.desc().nullsFirst()),
    index().on(t.giverId, t.createdAt.desc().nullsFirst()),
    index().on(t.orgId, t.dueAt),
    index().on(t.giverId, t.dueAt),
    unique().on(t.seriesId, t.occurrence),
    index("task_to_remind")
      .on(t.remindAt)
      .where(sql`${t.remindAt} is not null`),
    index("task_to_tell_overdue")
      .on(t.dueAt)
      .where(sql`${t.overdueToldAt} is null and ${t.cancelledAt} is null`),
    index("task_to_repeat")
      .on(t.repeatAt)
      .where(sql`${t.repeatAt} is not null`),
    check("task_repeat", sql`${t.repeat} in ('daily', 'weekly', 'monthly')`),
    index().on(t.orgId, t.giverId),
  ],
)

/**
 * `org_id` is the receiver's organisation: a bureau gives tasks to its schools. Without a person it is the organisation's,
 * and whoever administers that works on it.
 */
export const taskAssignee = pgTable(
  "task_assignee",
  {
    id: ownId(),
    orgId: orgId(),
    taskId: id("task_id")
      .notNull()
      .references(() => task.id, { onDelete: "cascade" }),
    personId: id("person_id"),
    state: text("state").$type<"new" | "doing" | "done" | "returned">().notNull().default("new"),
    progress: smallint("progress").notNull().default(0),
    /** Numbers of the steps that are done. */
    doneSteps: smallint("done_steps").array().notNull().default([]),
    /** How it was finished, or why it was handed back. */
    note: text("note"),
    /** Who of the organisation has worked on it last. */
    workedBy: text("worked_by"),
    finishedAt: moment("finished_at"),
    remindedAt: moment("reminded_at"),
    createdAt: createdAt(),
  },
  (t) => [
    unique().on(t.taskId, t.personId),
    foreignKey({ columns: [t.orgId, t.personId], foreignColumns: [person.orgId, person.id] }).onUpdate(
      "restrict",
    ),
    index().on(t.personId, t.state),
    index().on(t.orgId, t.state),
    index().on(t.taskId, t.state, t.id),
    uniqueIndex("task_assignee_organisation")
      .on(t.taskId, t.orgId)
      .where(sql`${t.personId} is null`),
    index("task_assignee_finished")
      .on(t.orgId, t.finishedAt)
      .where(sql`${t.finishedAt} is not null`),
    check("task_assignee_state", sql`${t.state} in ('new', 'doing', 'done', 'returned')`),
    check("task_assignee_progress", sql`${t.progress} between 0 and 100`),
    index().on(t.orgId, t.personId).where(isNotNull(t.personId)),
  ],
)

/**
 * With an assignee it stands between that one and the giver, and `org_id` is the assignee's organisation; without one it is
 * the giver's word to all, which those to whom the task was given read by the policy `assigned_read`.
 */
export const taskComment = pgTable(
  "task_comment",
  {
    id: ownId(),
    orgId: orgId(),
    taskId: id("task_id")
      .notNull()
      .references(() => task.id, { onDelete: "cascade" }),
    assigneeId: id("assignee_id").references(() => taskAssignee.id, { onDelete: "cascade" }),
    authorId: id("author_id").notNull(),
    authorName: text("author_name").notNull(),
    text: text("text").notNull(),
    createdAt: createdAt(),
  },
  (t) => [index().on(t.taskId, t.id), index().on(t.assigneeId, t.id), index().on(t.orgId)],
)
