import { usertypes } from "@uc/contract/account/calls"
import { cutText } from "@uc/contract/core/cut-text"
import { screenCalls, screenMessages } from "@uc/contract/screens/calls"
import { auditLog } from "../../db/schema/logs.ts"
import { unrestricted } from "../../db/scope.ts"
import { Refusal } from "../../errors/refusal.ts"
import { implementCalls } from "../../http/calls/implement-calls.ts"
import { guessedOnce } from "../../security/guesses.ts"
import { hashOfToken, newToken } from "../../session/session-token.ts"
import { hashOfCode, pairScreen } from "./admin.store.ts"
import { screenOverview } from "./overview.store.ts"

export const screenRoutes = implementCalls(screenCalls, (services) => ({
  overview: async (_input, { db, scope, screen, user }) => {
    const viewer = screen ?? user.user
    const isBuildings = viewer.usertype === usertypes.school || viewer.usertype === usertypes.enterprise
    const shown = await screenOverview(db, { scope, orgid: viewer.orgid, isBuildings })
    return { screen: screen?.name ?? null, orgname: viewer.orgname, nowMs: services.dateMs(), ...shown }
  },

  pair: async ({ code }, { caller, setScreen }) => {
    const token = newToken()
    const paired = await services.database.transaction(unrestricted, async (db) => {
      const guess = await guessedOnce(db, "screen-code", caller.ip, () =>
        pairScreen(db, hashOfCode(services.keyed, code), {
          tokenHash: hashOfToken(token),
          ip: caller.ip,
          userAgent: cutText(caller.userAgent, 300),
        }),
      )
      if ("retryAfterS" in guess) throw new Refusal(screenMessages.addressBusy, { status: 429, ...guess })
      const { found } = guess
      if (!found) return null
      await db.insert(auditLog).values({
        personId: null,
        orgId: found.orgId,
        sessionId: null,
        action: "screens.pair",
        result: "done",
        ip: caller.ip,
        detail: { id: found.id, orgid: found.orgId, name: found.name },
      })
      return found
    })
    if (!paired) throw new Refusal(screenMessages.wrongCode, { status: 409, field: "code" })
    setScreen(token)
    return { name: paired.name, orgname: paired.orgname }
  },
}))
