import { admintypes, usertypes, type Admintype } from "@uc/contract/account/calls"
import { onlineUserCalls, onlineUserMessages } from "@uc/contract/online-users/calls"
import type { Id } from "@uc/contract/core/wire"
import type { SQL } from "drizzle-orm"
import { implementCalls } from "../../http/calls/implement-calls.ts"
import type { RequestContext } from "../../http/calls/request-context.ts"
import type { Services } from "../../http/services.ts"
import { exportedFile } from "../../http/exported-file.ts"
import { mustAdministerFully } from "../../session/administered.ts"
import { isHeldFor, mustHoldForPerson } from "../../session/rights/narrowed.ts"
import { isAdministered, foundOrForbidden } from "../../session/reach.ts"
import { person } from "../../db/schema/people.ts"
import { onlyAdministered } from "../../db/scope.ts"
import { Refusal } from "../../errors/refusal.ts"
import { logSignIn } from "../../security/sign-in/login-log.ts"
import { onlineUserSheet } from "./online-users-export.ts"
import { liveSession, liveSessionsOf, personAt, signedIn, type FoundSession } from "./online-users.store.ts"

export const onlineUserRoutes = implementCalls(onlineUserCalls, (services) => ({
  list: async ({ username = "", usertype, after, limit, sort }, context) => {
    const { db } = context
    const { user, sessionId } = context.user
    const orgs = administeredOrgs(context)
    const page = await signedIn(db, {
      orgs,
      theirs: theirsIn(context),
      username: username.trim(),
      usertype,
      after,
      limit,
      sort,
    })
    return {
      ...page,
      items: page.items.map(({ orgId, account: _account, ...row }) => ({
        ...row,
        isCurrent: row.id === sessionId,
        mayEnd:
          isAdministered(context.user, orgId) &&
          row.admintype <= user.admintype &&
          (row.usertype !== usertypes.platform || user.admintype === admintypes.platform),
      })),
    }
  },

  exportList: ({ username = "", usertype, sort }, context) => {
    const filter = {
      orgs: administeredOrgs(context),
      theirs: theirsIn(context),
      username: username.trim(),
      usertype,
      sort,
    }
    const sheets = [onlineUserSheet(context.db, filter)]
    return exportedFile(context, { action: "onlineUsers.exportList", name: "在线用户", sheets })
  },

  end: async ({ session, own }, context) => {
    const found = foundOrForbidden(await liveSession(context.db, session))
    await mustBeBelow(context, { ...found, id: found.personid })
    if (found.id === context.user.sessionId && own !== 1)
      throw new Refusal(onlineUserMessages.ownUnconfirmed, { status: 409 })
    await endSessions(services, context, [found])
    return {}
  },

  endAll: async ({ personid, own }, context) => {
    await mustBeBelow(context, { id: personid, ...foundOrForbidden(await personAt(context.db, personid)) })
    const isOwn = personid === context.user.user.id
    const going = await liveSessionsOf(
      context.db,
      personid,
      isOwn && own !== 1 ? context.user.sessionId : null,
    )
    if (going.length === 0) throw new Refusal(onlineUserMessages.gone, { status: 409 })
    await endSessions(services, context, going)
    return { ended: going.length }
  },
}))

/** Who administers only their own organisation does not see who is signed in elsewhere. Null: all in reach. */
function administeredOrgs({ scope, user: { administered } }: RequestContext): readonly Id[] | null {
  return onlyAdministered(scope, administered)
}

function theirsIn({ user }: RequestContext): SQL | undefined {
  return isHeldFor(user, { personId: person.id, orgId: person.orgId })
}

/** A school's administrator must not sign out a bureau's who helps there, nor a bureau's the platform's people. */
async function mustBeBelow(
  context: RequestContext,
  { id, orgId, admintype }: { id: Id; orgId: Id; admintype: Admintype },
): Promise<void> {
  await mustAdministerFully(context, orgId)
  await mustHoldForPerson(context, { id, orgid: orgId })
  if (admintype > context.user.user.admintype)
    throw new Refusal(onlineUserMessages.higherAdministrator, { status: 403 })
}

async function endSessions(
  { sessions }: Services,
  context: RequestContext,
  going: readonly FoundSession[],
): Promise<void> {
  for (const { id, account, personid, orgId } of going) {
    await sessions.end(context.db, id)
    const owner = { id: personid, orgId }
    const reason = "by-administrator"
    await logSignIn(context.db, {
      account,
      person: owner,
      variant: null,
      result: "signed-out",
      reason,
      caller: context.caller,
    })
  }
  const [first] = going
  context.note({
    sessions: going.map(({ id }) => id),
    before: {
      nickname: first?.nickname,
      orgname: first?.orgname,
      from: going.map(({ browser, ip }) => `${browser} ${ip ?? ""}`.trim()),
    },
    after: null,
  })
  if (going.some(({ id }) => id === context.user.sessionId)) context.setSession(null)
}
