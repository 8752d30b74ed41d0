import { createQueryClient } from "../../platform/http/use-call.ts"
import { forgetLastGood } from "../../features/home/last-good.ts"
import { storedUser, watchUser } from "../../platform/session/session.ts"

/** The cache of answers, shared by pages and dialogs. */
export const queries = createQueryClient()

// The cache is emptied when another person signs in. The same person is set again after every fetch of the user, which must
// not drop running requests.
let lastId = storedUser()?.id
watchUser((user) => {
  if (lastId !== undefined && user?.id !== lastId) queries.clear()
  if (user?.id !== lastId) forgetLastGood(user?.id ?? null)
  lastId = user?.id
})
