import { sql } from "drizzle-orm"
import type { AdapterPayload } from "oidc-provider"
import type { Db } from "../../../db/open.ts"
import { isIdle } from "../../../db/queries/idle-session.ts"
import { application, applicationSignOn } from "../../../db/schema/domains.ts"
import { session } from "../../../db/schema/sessions.ts"
import { signOffEverywhere } from "../../../session/end-sign-ons.ts"

interface Saved {
  readonly sessionId: string
  readonly issuer: string
  readonly payload: AdapterPayload
}

/**
 * SSO-7: the applications that a session of the provider has signed on to, as far as they want to be told of its end. Due at the latest
 * when the portal's session ends by itself. The session's row is waited for: where a sign-out or a lock was under way, it is due at once,
 * and nothing of it is used again, so that what is signed on to after the lock has another `sid` and is told of as well.
 */
export async function keepSignOns(db: Db, { sessionId, issuer, payload }: Saved): Promise<void> {
  const known = Object.entries(payload.authorizations ?? {}).flatMap(([clientId, { sid }]) =>
    sid === undefined ? [] : [{ clientId, sid }],
  )
  if (known.length === 0) return
  const clients = sql.param(known.map(({ clientId }) => clientId))
  const sids = sql.param(known.map(({ sid }) => sid))
  const isOver = sql`(${session.revokedAt} is not null or ${isIdle})`
  const { rows } = await db.execute<{ isOver: boolean }>(sql`
    with kept as (
      insert into ${applicationSignOn} (session_id, application_id, sid, issuer, subject, next_at, ended_at)
      select ${session.id}, ${application.id}, given.sid, ${issuer}, ${session.personId},
        case when ${isOver} then now() else ${session.absoluteUntil} end, case when ${isOver} then now() end
      from ${session}
      cross join unnest(${clients}::text[], ${sids}::text[]) given (client_id, sid)
      join ${application} on ${application.clientId} = given.client_id and ${application.backchannelAddress} is not null
      where ${session.id} = ${sessionId}
      for share of ${sql.identifier("session")}
      on conflict (sid) do nothing
      returning ended_at)
    select exists (select from kept where ended_at is not null)
      or exists (select from ${applicationSignOn} t where t.sid = any(${sids}::text[]) and t.ended_at is not null) as "isOver"`)
  if (rows[0]?.isOver === true) await signOffEverywhere(db, sessionId)
}
