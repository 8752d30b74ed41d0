import { index, pgTable, text, uuid } from "drizzle-orm/pg-core"
import { bytea, createdAt, moment } from "./columns.ts"
import { orgId } from "./organisations.ts"
import { ownerId } from "./people.ts"

/** Scaled and encoded again by us: never the bytes that somebody sent. `person.himg` is the address of it. */
export const personPicture = pgTable(
  "person_picture",
  {
    personId: ownerId().primaryKey(),
    orgId: orgId(),
    mediaType: text("media_type").notNull(),
    bytes: bytea("bytes").notNull(),
    updatedAt: moment("updated_at").notNull().defaultNow(),
  },
  (t) => [index().on(t.orgId)],
)

/** People of several organisations who are one human being: those with the same `human_id` may go over into each other. */
export const personTie = pgTable(
  "person_tie",
  {
    personId: ownerId().primaryKey(),
    orgId: orgId(),
    humanId: uuid("human_id").notNull(),
    createdAt: createdAt(),
  },
  (t) => [index().on(t.humanId), index().on(t.orgId)],
)
