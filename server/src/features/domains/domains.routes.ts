import { domainCalls } from "@uc/contract/domains"
import { answer, notOpenYet } from "../../http/answer.ts"
import { domainsOf } from "./domains.store.ts"

export const domainRoutes = answer(domainCalls, () => ({
  ...notOpenYet(domainCalls),
  list: async (_input, { db, user }) => ({ domainList: await domainsOf(db, user.user.orgid) }),
}))
