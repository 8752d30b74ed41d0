import { foreignKey, index, pgTable, text, uuid } from "drizzle-orm/pg-core"
import { bytea, createdAt, id, moment } from "./columns.ts"
import { orgId } from "./organisations.ts"
import { person } from "./people.ts"

/** Scaled and written anew by us: never the bytes that somebody sent. `person.himg` says where it is asked for. */
export const personPicture = pgTable(
  "person_picture",
  {
    personId: id("person_id").primaryKey(),
    orgId: orgId(),
    mediaType: text("media_type").notNull(),
    bytes: bytea("bytes").notNull(),
    updatedAt: moment("updated_at").notNull().defaultNow(),
  },
  (t) => [
    foreignKey({
      columns: [t.orgId, t.personId],
      foreignColumns: [person.orgId, person.id],
    }).onDelete("cascade"),
    index().on(t.orgId, t.personId),
  ],
)

/** People of several organisations who are one human being: those with the same `human_id` may go over into each other. */
export const personTie = pgTable(
  "person_tie",
  {
    personId: id("person_id").primaryKey(),
    orgId: orgId(),
    humanId: uuid("human_id").notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    foreignKey({
      columns: [t.orgId, t.personId],
      foreignColumns: [person.orgId, person.id],
    }).onDelete("cascade"),
    index().on(t.humanId),
    index().on(t.orgId, t.personId),
  ],
)
