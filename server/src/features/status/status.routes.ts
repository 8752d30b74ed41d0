import { statusCalls } from "@uc/contract/status/calls"
import { implementCalls } from "../../http/calls/implement-calls.ts"
import { statusOf } from "./overview.ts"

export const statusRoutes = implementCalls(statusCalls, (services) => {
  const overview = statusOf(services)
  return { overview: (_input, { caller }) => overview(caller) }
})
