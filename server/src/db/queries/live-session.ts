import { and, gt, isNull, sql } from "drizzle-orm"
import { session } from "../schema/sessions.ts"

/** Neither ended nor past its 12 hours, by the database's clock. */
export const isLiveSession = and(isNull(session.revokedAt), gt(session.absoluteUntil, sql`now()`))
