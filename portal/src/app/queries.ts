import { createQueryClient } from "../platform/use-call.ts"
import { watchUser } from "../platform/session.ts"

/** What pages and dialogs have asked, shared by both. */
export const queries = createQueryClient()

// What one person was told is not the next one's.
watchUser(() => queries.clear())
