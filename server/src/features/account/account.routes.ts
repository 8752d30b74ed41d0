import { sessionCalls, sessionMessages } from "@uc/contract/account/calls"
import { answer, type Ask, type House } from "../../http/calls/register-calls.ts"
import { checkHuman } from "../../security/human-check/human-check.ts"
import { Refusal } from "../../errors/refusal.ts"
import { answerSignIn, browserOf } from "../../session/sign-in-answer.ts"
import { forgetDevice } from "../../security/sign-in/known-devices.ts"
import { logSignIn } from "../../security/sign-in/login-log.ts"
import { signInByPassword } from "../../security/sign-in/sign-in.ts"
import { changePassword } from "./change-password.ts"
import { devicesOf, isOwnSession, sessionsInBrowser, sessionsOf } from "./account.store.ts"

/**
 * BARE-13: files and pictures that the browser keeps for minutes, and pages that "back" would show, go with the session. Not
 * `cookies`: the one that says which browser this is protects its owner's account from being locked by others. Not `storage`:
 * it holds drafts of each person and what older pages at this address keep; who is signed in the portal forgets itself.
 * Browsers heed it over https and on the own machine only.
 */
const cleared = { "clear-site-data": '"cache"' } as const

export const sessionRoutes = answer(sessionCalls, (house) => ({
  current: (_input, { user }) => user.user,

  signIn: async ({ account, password, face, ...shown }, ask) => {
    const humanCheck = checkHuman(house, ask, shown)
    const given = { account, password, face: face ?? null, humanCheck }
    return answerSignIn(house, ask, await signInByPassword(house, given, browserOf(ask)))
  },

  signOut: async (_input, ask) => {
    await logEnd(ask)
    await house.sessions.end(ask.db, ask.user.sessionId)
    ask.keepSession(null)
    ask.tellHeaders(cleared)
    return {}
  },

  own: async (_input, { user: { account, user, sessionId }, db, device }) => ({
    account,
    sessions: await sessionsOf(db, user.id, sessionId),
    devices: await devicesOf(db, user.id, device.hash),
  }),

  end: async ({ session }, ask) => {
    const { user, db } = ask
    if (!(await isOwnSession(db, user.user.id, session))) throw new Refusal(sessionMessages.sessionGone)
    await endSessions(house, ask, [session])
    return {}
  },

  endOthers: async (_input, ask) => {
    const { user, db } = ask
    const ended = await house.sessions.endOthers(db, user.user.id, user.sessionId)
    if (ended > 0) await logEnd(ask)
    return { ended }
  },

  forgetDevice: async ({ device }, ask) => {
    const { user, db } = ask
    const hash = await forgetDevice(db, user.user.id, device)
    if (!hash) throw new Refusal(sessionMessages.sessionGone)
    await endSessions(house, ask, await sessionsInBrowser(db, user.user.id, hash))
    return {}
  },

  changePassword: async ({ password }, ask) => {
    await changePassword(house, ask, password)
    return {}
  },
}))

/** A person's own sessions, as they chose; the one that asks may be among them. */
async function endSessions({ sessions }: House, ask: Ask, ids: readonly string[]): Promise<void> {
  for (const id of ids) await sessions.end(ask.db, id)
  if (ids.length > 0) await logEnd(ask)
  if (ids.includes(ask.user.sessionId)) ask.keepSession(null)
}

async function logEnd({ user: { account, user }, db, caller }: Ask): Promise<void> {
  const person = { id: user.id, orgId: user.orgid }
  await logSignIn(db, { account, person, face: null, result: "signed-out", caller })
}
