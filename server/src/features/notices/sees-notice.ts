import type { Id } from "@uc/contract/core/wire"
import { and, eq } from "drizzle-orm"
import type { Db } from "../../db/open.ts"
import { reaches } from "../../db/scope.ts"
import { notice } from "../../db/schema/notices.ts"
import { heldScope } from "../../session/rights/held-permissions.ts"
import type { SignedIn } from "../../session/signed-in.ts"
import { readerFor } from "./notice-guards.ts"
import { isFor } from "./who-is-meant.ts"

/** As one whom it is for, or as one who writes the notices of their organisation. */
export async function seesNotice(db: Db, signedIn: SignedIn, id: Id): Promise<boolean> {
  const { user } = signedIn
  const reader = await readerFor({ db, user: signedIn })
  const [read] = await db
    .select({ id: notice.id })
    .from(notice)
    .where(and(eq(notice.id, id), isFor(reader)))
  if (read) return true
  if (!reaches(heldScope(signedIn, "notices.manage"), user.orgid)) return false
  const [written] = await db
    .select({ id: notice.id })
    .from(notice)
    .where(and(eq(notice.id, id), eq(notice.orgId, user.orgid)))
  return written !== undefined
}
