import { createQueryClient } from "../../platform/http/use-call.ts"
import { forgetLastGood } from "../../features/home/last-good.ts"
import { storedUser, watchUser } from "../../platform/session/session.ts"

/** What pages and dialogs have asked, shared by both. */
export const queries = createQueryClient()

// What one person was told is not the next one's. The same one is kept again whenever they are asked about, and what is
// under way for them must not be lost by that.
let lastId = storedUser()?.id
watchUser((user) => {
  if (lastId !== undefined && user?.id !== lastId) queries.clear()
  if (user?.id !== lastId) forgetLastGood(user?.id ?? null)
  lastId = user?.id
})
