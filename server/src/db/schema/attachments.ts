import { sql } from "drizzle-orm"
import { check, index, integer, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core"
import { bytea, createdAt, id, ownId } from "./columns.ts"
import { orgId } from "./organisations.ts"

/**
 * `org_id` is the uploader's organisation. What is linked to a task is read by its assignees, by the policy
 * `assigned_read`; what is linked to a notice or to a piece of news by all who read that, by `shown_read`. Without a link
 * it is its uploader's alone, and removed after a day.
 */
export const attachment = pgTable(
  "attachment",
  {
    id: ownId(),
    orgId: orgId(),
    uploaderId: id("uploader_id").notNull(),
    name: text("name").notNull(),
    state: text("state").$type<"coming" | "ready">().notNull().default("coming"),
    /** By its content, never by its name. */
    mediaType: text("media_type").notNull().default(""),
    bytes: integer("bytes").notNull(),
    width: integer("width"),
    height: integer("height"),
    /** Where the store keeps it; and, of a picture, the small one for lists. */
    blobKey: uuid("blob_key").notNull(),
    listKey: uuid("list_key"),
    subject: text("subject").$type<
      "task" | "taskWork" | "patrol" | "assessment" | "alarm" | "hazard" | "notice" | "noticeText" | "news"
    >(),
    subjectId: id("subject_id"),
    /** In the order in which somebody put them. Those linked by an earlier release have 0, and stand by their ids. */
    position: integer("position").notNull().default(0),
    createdAt: createdAt(),
  },
  (t) => [
    index().on(t.subject, t.subjectId),
    index("attachment_of_nobody")
      .on(t.createdAt)
      .where(sql`${t.subject} is null`),
    check("attachment_state", sql`${t.state} in ('coming', 'ready')`),
    check("attachment_subject", sql`(${t.subject} is null) = (${t.subjectId} is null)`),
    index().on(t.orgId),
  ],
)

/** The parts of files in the PostgreSQL store: nobody holds a whole file in memory to send it. */
export const blobPiece = pgTable(
  "blob_piece",
  {
    key: uuid("key").notNull(),
    no: integer("no").notNull(),
    content: bytea("content").notNull(),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.key, t.no] })],
)
