import type { ToldSignOut } from "@uc/contract/applications/admin-calls"
import { signOutLimits } from "@uc/contract/applications/sign-outs"
import type { Id } from "@uc/contract/core/wire"
import { and, desc, eq, isNotNull, sql, type SQL } from "drizzle-orm"
import type { Db } from "../../db/open.ts"
import { asMoment } from "../../db/queries/wire-moment.ts"
import { application, applicationSignOn } from "../../db/schema/domains.ts"

/** SSO-7: of an application: what it could not be told, and still is to be or no more. */
export const untoldOf: SQL<{ waiting: number; givenUp: number }> = sql`(
  select json_build_object('waiting', count(*) filter (where next_at is not null),
    'givenUp', count(*) filter (where next_at is null and answer <> 'disabled'))
  from ${applicationSignOn} where ${eq(applicationSignOn.applicationId, application.id)}
    and told_at is null and answer is not null)`

/** The newest first. Whose application it is has been looked at before. */
export async function signOutsOf(db: Db, applicationId: Id): Promise<ToldSignOut[]> {
  return db
    .select({
      id: applicationSignOn.id,
      endedAt: sql<string>`${asMoment(applicationSignOn.endedAt)}`,
      tries: applicationSignOn.tries,
      answer: applicationSignOn.answer,
      isTold: sql<boolean>`${isNotNull(applicationSignOn.toldAt)}`,
      nextAt: sql<string | null>`${asMoment(applicationSignOn.nextAt)}`,
    })
    .from(applicationSignOn)
    .where(and(eq(applicationSignOn.applicationId, applicationId), isNotNull(applicationSignOn.endedAt)))
    .orderBy(desc(applicationSignOn.endedAt), desc(applicationSignOn.id))
    .limit(signOutLimits.shown)
}
