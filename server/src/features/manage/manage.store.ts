import type { manageCalls } from "@uc/contract/manage/calls"
import type { OutputOf } from "@uc/contract/core/call"
import type { Id } from "@uc/contract/core/wire"
import { sql } from "drizzle-orm"
import type { Db } from "../../db/open.ts"

interface Whose {
  /** Null: every organisation in reach. */
  readonly orgs: readonly Id[] | null
  readonly own: Id
  readonly isPlatform: boolean
}

type Overview = Omit<OutputOf<typeof manageCalls.overview>, "backup">

/** With row-level security, so that only what is in reach is counted; in one statement. */
export async function countedFor(db: Db, { orgs, own, isPlatform }: Whose): Promise<Overview> {
  const mine = (column: string) =>
    orgs === null ? sql`true` : sql`${sql.raw(column)} = any (${sql.param([...orgs])}::bigint[])`
  const today = sql`date_trunc('day', now() at time zone 'Asia/Shanghai') at time zone 'Asia/Shanghai'`
  const onlyPlatform = (query: ReturnType<typeof sql>) => (isPlatform ? query : sql`null::int`)
  const { rows } = await db.execute<{ [Name in keyof Overview]: Overview[Name] }>(sql`select
    (select count(*)::int from organisation where disabled_at is null and ${mine("id")}) as organisations,
    (select count(*)::int from person where disabled_at is null and ${mine("org_id")}) as people,
    (select count(*)::int from auth_domain where org_id = ${own}::bigint) as domains,
    (select count(*)::int from alarm_source where revoked_at is null and ${mine("org_id")}) as "alarmSources",
    (select count(distinct person_id)::int from session
      where revoked_at is null and absolute_until > now() and ${mine("org_id")}) as "signedIn",
    (select count(*)::int from login_log
      where at >= ${today} and result in ('refused', 'locked') and ${mine("org_id")}) as "refusedSignIns",
    (select count(*)::int from audit_log where at >= ${today} and ${mine("org_id")}) as audited,
    ${onlyPlatform(sql`(select count(*)::int from menu)`)} as menus,
    ${onlyPlatform(sql`(select count(distinct parent_code)::int from dictionary)`)} as "codeTables"`)
  const [counted] = rows
  if (!counted) throw new Error("Nothing was counted")
  return counted
}
