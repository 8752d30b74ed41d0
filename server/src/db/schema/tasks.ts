import { sql } from "drizzle-orm"
import { check, foreignKey, index, pgTable, smallint, text, unique } from "drizzle-orm/pg-core"
import { createdAt, id, moment, ownId } from "./columns.ts"
import { orgId } from "./organisations.ts"
import { person } from "./people.ts"

/** `org_id` is the giver's organisation. Those to whom it was given read it by the policy `given` (`build_walls()`). */
export const task = pgTable(
  "task",
  {
    id: ownId(),
    orgId: orgId(),
    giverId: id("giver_id").notNull(),
    title: text("title").notNull(),
    content: text("content").notNull().default(""),
    kind: text("kind").notNull().default("common"),
    /** 1 urgent, 2 normal, 3 low. */
    priority: smallint("priority").notNull().default(2),
    dueAt: moment("due_at"),
    cancelledAt: moment("cancelled_at"),
    createdAt: createdAt(),
  },
  (t) => [
    foreignKey({ columns: [t.orgId, t.giverId], foreignColumns: [person.orgId, person.id] }),
    index().on(t.orgId, t.createdAt.desc().nullsFirst()),
    index().on(t.giverId, t.createdAt.desc().nullsFirst()),
  ],
)

/** `org_id` is the receiver's organisation: a bureau gives tasks to its schools. */
export const taskAssignee = pgTable(
  "task_assignee",
  {
    id: ownId(),
    orgId: orgId(),
    taskId: id("task_id")
      .notNull()
      .references(() => task.id, { onDelete: "cascade" }),
    personId: id("person_id").notNull(),
    state: text("state").$type<"new" | "doing" | "done" | "returned">().notNull().default("new"),
    progress: smallint("progress").notNull().default(0),
    note: text("note"),
    finishedAt: moment("finished_at"),
    remindedAt: moment("reminded_at"),
    createdAt: createdAt(),
  },
  (t) => [
    unique().on(t.taskId, t.personId),
    foreignKey({ columns: [t.orgId, t.personId], foreignColumns: [person.orgId, person.id] }),
    index().on(t.personId, t.state),
    index().on(t.orgId, t.state),
    check("task_assignee_state", sql`${t.state} in ('new', 'doing', 'done', 'returned')`),
    check("task_assignee_progress", sql`${t.progress} between 0 and 100`),
  ],
)
