import type { loginCalls } from "@uc/contract/login/calls"
import { replyMessages } from "@uc/contract/core/reply"
import { unrestricted } from "../../db/scope.ts"
import type { Handlers } from "../../http/calls/implement-calls.ts"
import type { Services } from "../../http/services.ts"
import { Refusal } from "../../errors/refusal.ts"
import { addressKey } from "../../security/address-key.ts"
import { logSignIn } from "../../security/sign-in/login-log.ts"
import { claimLogin, issueLoginTicket } from "../../security/qr/qr-tickets.ts"
import { qrcodeImage } from "../../security/qr/qrcode-image.ts"
import { takeQuota } from "../../security/quota.ts"

/** Anybody may request a code, so their number is limited. A whole school may share one address. */
const codesPerMinute = { browser: 20, address: 120 } as const

type QrSignIn = Pick<Handlers<typeof loginCalls>, "qrcode" | "claimQrcode">

/** LOGIN-3, `newLogin`: a phone that is signed in lets a browser in. */
export function qrSignInHandlers({ database, sessions, site }: Services): QrSignIn {
  return {
    qrcode: async (_input, { caller, device }) => {
      const taken = await database.transaction(unrestricted, (db) =>
        takeQuota(db, [
          { key: `qr:browser:${device.hash.toString("hex")}`, seconds: 60, atMost: codesPerMinute.browser },
          { key: `qr:address:${addressKey(caller.ip)}`, seconds: 60, atMost: codesPerMinute.address },
        ]),
      )
      if (!taken.ok) throw new Refusal(replyMessages.busy, { status: 429, retryAfterS: taken.retryAfterS })
      const { ticket, number, seconds, claim } = await issueLoginTicket(database, device.hash, caller)
      return { image: await qrcodeImage(site, caller.origin, ticket), number, seconds, claim }
    },

    claimQrcode: async ({ claim }, { user: before, caller, device, setSession }) => {
      const { state, token } = await database.transaction(unrestricted, async (db) => {
        const claimed = await claimLogin(db, device.hash, claim)
        const { person } = claimed
        if (!person) return { state: claimed.state, token: null }
        // The browser's earlier session ends; nobody else may go on with it.
        if (before) await sessions.end(db, before.sessionId)
        await logSignIn(db, {
          account: person.account,
          person,
          variant: "newLogin",
          result: "signed-in",
          caller,
        })
        return {
          state: claimed.state,
          token: await sessions.begin(db, person, caller, device, {
            from: { sessionId: person.approvedBy, endsWithIt: true },
          }),
        }
      })
      if (token === null) return { state, user: null }
      const signedIn = await sessions.find(token, true)
      if (!signedIn) return { state: "over", user: null }
      setSession(token)
      return { state, user: signedIn.user }
    },
  }
}
