import { newsCalls } from "@uc/contract/news/calls"
import { newsAdminCalls } from "@uc/contract/news/admin-calls"
import { useAction } from "../../../platform/http/use-action.ts"

const shown = [
  newsAdminCalls.columns,
  newsAdminCalls.list,
  newsAdminCalls.links,
  newsCalls.columns,
  newsCalls.list,
  newsCalls.detail,
  newsCalls.friendLinks,
]

export const useNewsAction = () => useAction({ shown })
