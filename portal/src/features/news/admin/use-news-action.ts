import { newsCalls } from "@uc/contract/news/calls"
import { newsAdminCalls } from "@uc/contract/news/admin-calls"
import { useAct } from "../../../platform/http/use-act.ts"

const shown = [
  newsAdminCalls.columns,
  newsAdminCalls.list,
  newsAdminCalls.links,
  newsCalls.columns,
  newsCalls.list,
  newsCalls.detail,
  newsCalls.friendLinks,
]

export const useNewsAct = () => useAct({ shown })
