import { admintypes, usertypes, type Admintype } from "@uc/contract/account/calls"
import { sessionAdminCalls, sessionAdminMessages } from "@uc/contract/online-users/calls"
import type { Id } from "@uc/contract/core/wire"
import { answer, type Ask, type House } from "../../http/calls/register-calls.ts"
import { exportedFile } from "../../http/exported-file.ts"
import { mustAdministerFully } from "../../session/administered.ts"
import { isAdministered, mustBeThere } from "../../session/reach.ts"
import { onlyAdministered } from "../../db/scope.ts"
import { Refusal } from "../../errors/refusal.ts"
import { logSignIn } from "../../security/sign-in/login-log.ts"
import { signedInSheet } from "./online-users-export.ts"
import { liveSession, liveSessionsOf, personAt, signedIn, type FoundSession } from "./online-users.store.ts"

export const sessionAdminRoutes = answer(sessionAdminCalls, (house) => ({
  list: async ({ username = "", usertype, after, limit }, ask) => {
    const { db } = ask
    const { user, sessionId } = ask.user
    const orgs = administeredOrgs(ask)
    const page = await signedIn(db, { orgs, username: username.trim(), usertype, after, limit })
    return {
      ...page,
      items: page.items.map(({ orgId, account: _account, ...row }) => ({
        ...row,
        isCurrent: row.id === sessionId,
        mayEnd:
          isAdministered(ask.user, orgId) &&
          row.admintype <= user.admintype &&
          (row.usertype !== usertypes.platform || user.admintype === admintypes.platform),
      })),
    }
  },

  exportList: ({ username = "", usertype }, ask) => {
    const question = { orgs: administeredOrgs(ask), username: username.trim(), usertype }
    const sheets = [signedInSheet(ask.db, question)]
    return exportedFile(ask, { action: "sessionAdmin.exportList", name: "在线用户", sheets })
  },

  end: async ({ session, own }, ask) => {
    const found = mustBeThere(await liveSession(ask.db, session))
    await mustBeBelow(ask, found)
    if (found.id === ask.user.sessionId && own !== 1)
      throw new Refusal(sessionAdminMessages.ownUnconfirmed, { status: 409 })
    await endSessions(house, ask, [found])
    return {}
  },

  endAll: async ({ personid, own }, ask) => {
    await mustBeBelow(ask, mustBeThere(await personAt(ask.db, personid)))
    const isOwn = personid === ask.user.user.id
    const going = await liveSessionsOf(ask.db, personid, isOwn && own !== 1 ? ask.user.sessionId : null)
    if (going.length === 0) throw new Refusal(sessionAdminMessages.gone, { status: 409 })
    await endSessions(house, ask, going)
    return { ended: going.length }
  },
}))

/** Who administers the own organisation alone may still see others': not who is at work there. Null: all in reach. */
function administeredOrgs({ scope, user: { user, administered } }: Ask): readonly Id[] | null {
  if (user.admintype === admintypes.none)
    throw new Refusal(sessionAdminMessages.administratorsOnly, { status: 403 })
  return onlyAdministered(scope, administered)
}

/** A school's administrator must not shut out the bureau's who is helping there, nor a bureau's the platform's people. */
async function mustBeBelow(
  ask: Ask,
  { orgId, admintype }: { orgId: Id; admintype: Admintype },
): Promise<void> {
  await mustAdministerFully(ask, orgId)
  if (admintype > ask.user.user.admintype)
    throw new Refusal(sessionAdminMessages.higherAdministrator, { status: 403 })
}

async function endSessions({ sessions }: House, ask: Ask, going: readonly FoundSession[]): Promise<void> {
  for (const { id, account, personid, orgId } of going) {
    await sessions.end(ask.db, id)
    const person = { id: personid, orgId }
    const reason = "by-administrator"
    await logSignIn(ask.db, { account, person, face: null, result: "signed-out", reason, caller: ask.caller })
  }
  const [first] = going
  ask.note({
    sessions: going.map(({ id }) => id),
    before: {
      nickname: first?.nickname,
      orgname: first?.orgname,
      from: going.map(({ browser, ip }) => `${browser} ${ip ?? ""}`.trim()),
    },
    after: null,
  })
  if (going.some(({ id }) => id === ask.user.sessionId)) ask.keepSession(null)
}
