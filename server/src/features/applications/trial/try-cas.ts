import type { TrialStep } from "@uc/contract/applications/trial-calls"
import { eq } from "drizzle-orm"
import { applicationSignOn } from "../../../db/schema/domains.ts"
import { successAnswer } from "../cas/cas-answers.ts"
import { issueTicket, redeemTicket } from "../cas/tickets.store.ts"
import { learntBy } from "../cas/validate-ticket.ts"
import type { Trial } from "./trial.ts"

const title = "票据验证"

/** SSO-3: a ticket of the caller goes through the very statements that an application's would. The application never sees it. */
export async function tryCas({ services, entry, who, issuer }: Trial): Promise<TrialStep[]> {
  const { database } = services
  const [service] = entry.redirectAddresses
  if (service === undefined) return []
  const { sessionId } = who
  const ticket = await issueTicket(database.systemDb, {
    applicationId: entry.id,
    service,
    sessionId,
    isNew: false,
  })
  const shown = { ticket, service, renew: false, wantsProxy: false, issuer }
  const redeemed = await redeemTicket(database, shown)
  // Nothing was signed on to, so that nothing is to be told.
  await database.systemDb.delete(applicationSignOn).where(eq(applicationSignOn.sid, ticket))
  if (typeof redeemed === "string")
    return [
      {
        title,
        address: service,
        state: "wrong",
        seen: `票据没有通过验证（${redeemed}）`,
        todo: "先解决上面标出的问题；仍然如此时请联系运维人员",
        received: null,
      },
    ]
  const again = await redeemTicket(database, shown)
  const learnt = await learntBy(database.systemDb, redeemed)
  return [
    {
      title,
      address: service,
      state: again === "INVALID_TICKET" ? "right" : "wrong",
      seen:
        again === "INVALID_TICKET"
          ? "以您本人的身份生成的票据通过了验证，第二次验证被拒绝；票据没有交给应用"
          : "票据可以验证两次",
      todo: again === "INVALID_TICKET" ? null : "请联系运维人员",
      received: successAnswer(learnt, "XML").body,
    },
  ]
}
