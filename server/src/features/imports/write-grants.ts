import { adminLabels } from "@uc/contract/people/admin-calls"
import { admintypes } from "@uc/contract/account/calls"
import type { Id } from "@uc/contract/core/wire"
import { sql } from "drizzle-orm"
import type { Db } from "../../db/open.ts"
import { audit } from "../../security/audit.ts"
import { endAllSessions } from "../../session/end-all-sessions.ts"
import type { Importer } from "./plan/import-plan.ts"
import { ChangedMeanwhile } from "./plan/plan-lines.ts"
import type { PlannedPerson } from "./plan/planned-person.ts"

/**
 * DISTRICT-2: what somebody was when the file was confirmed may have been taken from them meanwhile. All rows are held in
 * the order of their ids: two who take each other's rights at once must not wait for each other.
 */
export async function mustStillGrant(
  db: Db,
  { user }: Importer,
  granted: readonly PlannedPerson[],
): Promise<void> {
  if (granted.length === 0) return
  const ids = [user.id, ...granted.flatMap(({ known }) => known?.id ?? [])]
  const { rows } = await db.execute<{ id: Id; admintype: number; is_on: boolean }>(sql`
    select id::text, admintype, disabled_at is null as is_on from person
    where id = any(${sql.param(ids)}::bigint[]) order by id for no key update`)
  const own = rows.find(({ id }) => id === user.id)
  if (!own?.is_on || own.admintype < user.admintype) throw new ChangedMeanwhile()
}

/** One entry for each, as when it is done in the directory. Who has less than before is signed out. */
export async function recordGrants(
  db: Db,
  { services, user, sessionId, ip }: Importer,
  granted: readonly (PlannedPerson & { readonly id: Id })[],
): Promise<void> {
  for (const { id, name, known, admintype = admintypes.none } of granted) {
    const before = known?.admintype ?? admintypes.none
    const shown = (type: typeof before) => ({ nickname: name, admintype: adminLabels[type] })
    await audit(db, {
      person: { id: user.id, orgId: user.orgid },
      sessionId,
      action: "peopleAdmin.setAdmintype",
      mid: "import",
      result: "done",
      ip,
      detail: { id, before: shown(before), after: shown(admintype) },
    })
    if (admintype < before) await endAllSessions(services, db, id)
  }
}
