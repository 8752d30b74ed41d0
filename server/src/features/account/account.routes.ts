import { accountCalls, sessionMessages } from "@uc/contract/account/calls"
import { implementCalls } from "../../http/calls/implement-calls.ts"
import type { RequestContext } from "../../http/calls/request-context.ts"
import type { Services } from "../../http/services.ts"
import { checkHuman } from "../../security/human-check/human-check.ts"
import { Refusal } from "../../errors/refusal.ts"
import { answerSignIn, browserOf } from "../../session/sign-in-answer.ts"
import { forgetDevice } from "../../security/sign-in/known-devices.ts"
import { logSignIn } from "../../security/sign-in/login-log.ts"
import { signInByPassword } from "../../security/sign-in/sign-in.ts"
import { signOutAddress } from "../identity-sources/public.ts"
import { changePassword, refuseWeakPassword } from "./change-password.ts"
import { devicesOf, isOwnSession, sessionsInBrowser, sessionsOf } from "./account.store.ts"

/**
 * BARE-13: files and pictures that the browser caches for minutes, and pages that "back" would show, are cleared with the
 * session. Not `cookies`: the browser's identification protects its owner's account from being locked by others. Not
 * `storage`: it holds drafts of each person and data of older pages at this address; the portal itself forgets who was
 * signed in. Browsers follow it over https and on localhost only.
 */
const cleared = { "clear-site-data": '"cache"' } as const

export const accountRoutes = implementCalls(accountCalls, (services) => ({
  current: (_input, { user }) => user.user,

  signIn: async ({ account, password, variant, ...shown }, context) => {
    const humanCheck = checkHuman(services, context, shown)
    const given = { account, password, variant: variant ?? null, humanCheck }
    return answerSignIn(services, context, await signInByPassword(services, given, browserOf(context)))
  },

  signOut: async (_input, context) => {
    const onward = await signOutAddress(services, context)
    await logEnd(context)
    await services.sessions.end(context.db, context.user.sessionId)
    context.setSession(null)
    context.setHeaders(cleared)
    return onward === undefined ? {} : { onward }
  },

  lock: async (_input, { db, user: { sessionId } }) => {
    await services.sessions.lock(db, sessionId)
    return {}
  },

  own: async (_input, { user: { account, user, sessionId }, db, device }) => ({
    account,
    sessions: await sessionsOf(db, user.id, sessionId),
    devices: await devicesOf(db, user.id, device.hash),
  }),

  end: async ({ session }, context) => {
    const { user, db } = context
    if (!(await isOwnSession(db, user.user.id, session))) throw new Refusal(sessionMessages.sessionGone)
    await endSessions(services, context, [session])
    return {}
  },

  endOthers: async (_input, context) => {
    const { user, db } = context
    const ended = await services.sessions.endOthers(db, user.user.id, user.sessionId)
    if (ended > 0) await logEnd(context)
    return { ended }
  },

  forgetDevice: async ({ device }, context) => {
    const { user, db } = context
    const hash = await forgetDevice(db, user.user.id, device)
    if (!hash) throw new Refusal(sessionMessages.sessionGone)
    await endSessions(services, context, await sessionsInBrowser(db, user.user.id, hash))
    return {}
  },

  checkPassword: async ({ password }, { db, user: { user } }) => {
    await refuseWeakPassword(db, user.id, password)
    return {}
  },

  changePassword: async ({ password }, context) => {
    await changePassword(services, context, password)
    return {}
  },
}))

/** The person's own sessions, as chosen; the current one may be among them. */
async function endSessions(
  { sessions }: Services,
  context: RequestContext,
  ids: readonly string[],
): Promise<void> {
  for (const id of ids) await sessions.end(context.db, id)
  if (ids.length > 0) await logEnd(context)
  if (ids.includes(context.user.sessionId)) context.setSession(null)
}

async function logEnd({ user: { account, user }, db, caller }: RequestContext): Promise<void> {
  const person = { id: user.id, orgId: user.orgid }
  await logSignIn(db, { account, person, variant: null, result: "signed-out", caller })
}
