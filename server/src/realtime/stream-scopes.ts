import type { Usertype } from "@uc/contract/account/calls"
import type { Id } from "@uc/contract/core/wire"
import { writtenOnce } from "../db/built-once.ts"
import type { Db } from "../db/open.ts"
import { scopeOf, type Scope } from "../db/scope.ts"

/** By their ids: the token of a session changes while its streams stay open. */
const reachOfSessions = writtenOnce<{
  id: string
  usertype: Usertype
  org: Id
  path: string
  below: Id[]
}>(
  "reach_of_sessions",
  `select s.id, p.usertype, p.org_id::text as org, a.path,
     array(select o.id::text from organisation o where o.area_path ~>=~ a.path and o.area_path ~<~ (a.path || ':')) as below
   from session s
   join person p on p.id = s.person_id and p.disabled_at is null
   join organisation own on own.id = p.org_id and own.disabled_at is null
   join area a on a.id = own.area_id
   where s.id = any ($1::uuid[]) and s.revoked_at is null and s.absolute_until > now()`,
)

/** How far each of these sessions reaches; one that is missing has ended. */
export async function liveScopes(db: Db, sessionIds: readonly string[]): Promise<Map<string, Scope>> {
  const rows = await reachOfSessions(db, [sessionIds])
  return new Map(
    rows.map(({ id, usertype, org, path, below }) => [
      id,
      scopeOf({ usertype, orgid: org, areaPath: path, orgsInArea: below }),
    ]),
  )
}
