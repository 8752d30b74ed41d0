import { usertypes, type Usertype } from "@uc/contract/account/calls"
import { cutText } from "@uc/contract/core/cut-text"
import type { Id } from "@uc/contract/core/wire"
import { screenAdminLimits } from "@uc/contract/screens/admin-calls"
import { eq, sql } from "drizzle-orm"
import { writtenOnce } from "../db/built-once.ts"
import type { Database } from "../db/open.ts"
import type { OrganisationKind } from "../db/schema/organisations.ts"
import { screen } from "../db/schema/sessions.ts"
import { scopeOf, type Scope } from "../db/scope.ts"
import type { Caller } from "./caller.ts"
import { hashOfToken, isToken } from "./session-token.ts"

/** DAY-7: a browser that may look at what its organisation reaches. It is nobody: no call can act for it. */
export interface KnownScreen {
  readonly id: Id
  readonly name: string
  readonly orgid: Id
  readonly orgname: string
  readonly usertype: Usertype
  readonly scope: Scope
  /** Its cookie is to be set again, so that it does not end while the screen is on. */
  readonly isRenewed: boolean
}

export interface Screens {
  /** Null: it was revoked, was off for too long, or never was one. Marks it as seen, at most once a minute. */
  find(token: string, caller: Pick<Caller, "ip" | "userAgent">): Promise<KnownScreen | null>
  /** How far each of these reaches; one that is missing has ended. */
  scopes(ids: readonly Id[]): Promise<Map<Id, Scope>>
}

interface Row extends Record<string, unknown> {
  readonly id: Id
  readonly name: string
  readonly org: Id
  readonly orgname: string
  readonly kind: OrganisationKind
  readonly path: string
  readonly below: Id[]
  readonly is_stale: boolean
  readonly is_renewed: boolean
}

const columns = `s.id::text, s.name, o.id::text as org, o.name as orgname, o.kind, a.path,
    array(select b.id::text from organisation b where b.area_path ~>=~ a.path and b.area_path ~<~ (a.path || ':')) as below,
    s.last_seen_at < now() - interval '1 minute' as is_stale,
    (s.last_seen_at at time zone 'Asia/Shanghai')::date < (now() at time zone 'Asia/Shanghai')::date as is_renewed
  from screen s
  join organisation o on o.id = s.org_id and o.disabled_at is null
  join area a on a.id = o.area_id
  where s.last_seen_at > now() - interval '${screenAdminLimits.unseenDays} days' and`

const screenWithToken = writtenOnce<Row>("screen_with_token", `select ${columns} s.token_hash = $1`)
const screensOfIds = writtenOnce<Row>(
  "screens_of_ids",
  `select ${columns} s.id = any ($1::bigint[]) and s.token_hash is not null`,
)

const usertypeOf: Readonly<Record<OrganisationKind, Usertype>> = usertypes

function scopeIn({ org, kind, path, below }: Row): Scope {
  return scopeOf({ usertype: usertypeOf[kind], orgid: org, areaPath: path, orgsInArea: below })
}

export function screensIn(database: Database): Screens {
  return {
    async find(token, { ip, userAgent }) {
      if (!isToken(token)) return null
      const [row] = await screenWithToken(database.systemDb, [hashOfToken(token)])
      if (!row) return null
      if (row.is_stale)
        await database.systemDb
          .update(screen)
          .set({ lastSeenAt: sql`now()`, ip, userAgent: cutText(userAgent, 300) })
          .where(eq(screen.id, row.id))
      return {
        id: row.id,
        name: row.name,
        orgid: row.org,
        orgname: row.orgname,
        usertype: usertypeOf[row.kind],
        scope: scopeIn(row),
        isRenewed: row.is_renewed,
      }
    },
    async scopes(ids) {
      const rows = ids.length === 0 ? [] : await screensOfIds(database.systemDb, [ids])
      return new Map(rows.map((row) => [row.id, scopeIn(row)]))
    },
  }
}
