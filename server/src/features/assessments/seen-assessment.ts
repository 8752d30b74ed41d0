import type { Id } from "@uc/contract/core/wire"
import { sql, type SQL } from "drizzle-orm"
import type { Db } from "../../db/open.ts"
import type { Scope } from "../../db/scope.ts"

/**
 * BARE-8: an assessment is for the administrators of the assessed organisation and of the one that gave the scheme. `a`
 * is the assessment and `s` its scheme; undefined: no filter beyond row-level security.
 */
export function isOfAdministered(administered: Scope): SQL | undefined {
  if (administered.reach === "all") return undefined
  const orgs = sql`${sql.param([...administered.orgs])}::bigint[]`
  return sql`(a.org_id = any (${orgs}) or s.org_id = any (${orgs}))`
}

/** May what was filled in for one item of an assessment be read? */
export async function seesEvidence(db: Db, administered: Scope, score: Id): Promise<boolean> {
  const { rows } = await db.execute(sql`
    select from assessment_score c join assessment a on a.id = c.assessment_id
    join assessment_scheme s on s.id = a.scheme_id
    where c.id = ${score}::bigint and ${isOfAdministered(administered) ?? sql`true`}`)
  return rows.length > 0
}
