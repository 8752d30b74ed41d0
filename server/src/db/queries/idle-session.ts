import { sessionLimits } from "@uc/contract/account/calls"
import { sql } from "drizzle-orm"
import { session } from "../schema/sessions.ts"

/** By the database's clock, like every expiry. */
export const isIdle = sql<boolean>`${session.lastActiveAt} < now() - make_interval(mins => ${sessionLimits.idleMinutes})`
