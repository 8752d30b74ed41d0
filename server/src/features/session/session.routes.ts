import { sessionCalls, sessionMessages } from "@uc/contract/session"
import { everything } from "../../db/scope.ts"
import { answer, notOpenYet } from "../../http/answer.ts"
import { Refusal } from "../../http/refusal.ts"
import { logSignIn, signingIn } from "./session.store.ts"

export const sessionRoutes = answer(sessionCalls, ({ database, passwords, sessions }) => ({
  ...notOpenYet(sessionCalls),
  current: (_input, { user }) => user.user,

  signIn: async ({ account, password }, { user: before, caller, device, keepSession }) => {
    const found = await database.within(everything, (db) => signingIn(db, account))
    // No transaction is open while argon2 works: a flood of sign-ins must not hold the database's connections.
    const isRight = await passwords.matches(password, found?.record ?? null)
    const person = isRight ? found : null
    const token = await database.within(everything, async (db) => {
      await logSignIn(db, { account, person: found, result: person ? "signed-in" : "refused", caller })
      if (!person) return null
      // The browser forgets the session it came with; nobody else may go on with it.
      if (before) await sessions.end(db, before.sessionId)
      return sessions.begin(db, person, caller, device)
    })
    const signedIn = token === null ? null : await sessions.find(token, true)
    if (token === null || !signedIn) throw new Refusal(sessionMessages.wrongCredentials)
    keepSession(token)
    return signedIn.user
  },

  signOut: async (_input, { user, db, caller, keepSession }) => {
    const { account, sessionId } = user
    await logSignIn(db, {
      account,
      person: { id: user.user.id, orgId: user.user.orgid },
      result: "signed-out",
      caller,
    })
    await sessions.end(db, sessionId)
    keepSession(null)
    return {}
  },
}))
