import type { Id } from "@uc/contract/core/wire"
import type { Db } from "../../db/open.ts"
import { reaches } from "../../db/scope.ts"
import { heldScope } from "../../session/rights/held-permissions.ts"
import type { SignedIn } from "../../session/signed-in.ts"
import { draftOf } from "./news-writing.store.ts"
import { areaPathOf, newsOfId } from "./news.store.ts"

/** As a reader of what is published, or as one who writes for their organisation. */
export async function seesNews(db: Db, signedIn: SignedIn, id: Id): Promise<boolean> {
  const { user, scope } = signedIn
  const areaPath = scope.areaPath || (await areaPathOf(db, user.orgid))
  if (await newsOfId(db, { orgid: user.orgid, areaPath }, id)) return true
  const mayWrite = reaches(heldScope(signedIn, "news.manage"), user.orgid)
  return mayWrite && (await draftOf(db, user.orgid, id)) !== null
}
