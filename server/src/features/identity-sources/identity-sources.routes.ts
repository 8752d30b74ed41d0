import { identityCalls, identityMessages } from "@uc/contract/identity-sources/calls"
import { unrestricted } from "../../db/scope.ts"
import { Refusal } from "../../errors/refusal.ts"
import { implementCalls } from "../../http/calls/implement-calls.ts"
import type { OpenRequestContext, RequestContext } from "../../http/calls/request-context.ts"
import type { Services } from "../../http/services.ts"
import { signInByLinks } from "../../security/sign-in/sign-in-by-link.ts"
import { answerSignIn, browserOf } from "../../session/sign-in-answer.ts"
import { writeAuditEntry } from "../../session/write-audit-entry.ts"
import { addAccountFor, accountThatMayBeAdded } from "./add-account.ts"
import { readKept, takeKept, type ProvenIdentity } from "./flow.store.ts"
import {
  addLink,
  hasPassword,
  linksOfIdentity,
  ownLinks,
  ownProofs,
  removeLink,
  sourcesFor,
} from "./links.store.ts"
import type { Source } from "./providers/provider.ts"
import { rememberSignedIn } from "./sign-out-there.ts"
import { shownSources, sourceInUse } from "./sources.store.ts"

/** SSO-4. */
export const identityRoutes = implementCalls(identityCalls, (services) => ({
  offered: async () => ({
    sources: await services.database.transaction(unrestricted, (db) => shownSources(db)),
  }),

  enter: async ({ ticket }, context) => {
    const { proven, source } = await mustBeProven(services, context, ticket)
    const links = await services.database.transaction(unrestricted, (db) =>
      linksOfIdentity(db, source.id, subjectOf(proven)),
    )
    if (links.all === 0) {
      const { label, account, phone } = proven
      const mayAdd = await accountThatMayBeAdded(services, source, proven)
      return { user: null, unlinked: { source: source.name, label, account, phone, mayAdd } }
    }
    if (links.usable.length === 0) throw new Refusal(identityMessages.noneUsable, { status: 403 })
    await mustTake(services, context, ticket, source)
    const outcome = await signInByLinks(services, links.usable, browserOf(context))
    return { user: await answerSignIn(services, context, outcome), unlinked: null }
  },

  add: async ({ ticket }, context) => {
    const { proven, source } = await mustBeProven(services, context, ticket)
    const added = await addAccountFor(services, context, source, proven, () =>
      mustTake(services, context, ticket, source),
    )
    return answerSignIn(services, context, await signInByLinks(services, [added], browserOf(context)))
  },

  link: async ({ ticket }, context) => {
    const linked = await link(services, context, ticket)
    await writeAuditEntry(context, "identities.link", linked)
    return { source: linked.source }
  },

  own: async (_input, { user: { user } }) =>
    services.database.transaction(unrestricted, async (db) => ({
      links: await ownLinks(db, user.id),
      sources: await sourcesFor(db, user.id),
    })),

  unlink: async ({ id }, context) => {
    const { user } = context.user
    const removed = await services.database.transaction(unrestricted, async (db) => {
      const isLast = (await ownLinks(db, user.id)).every((each) => each.id === id)
      if (isLast && !(await hasPassword(db, user.id)))
        throw new Refusal(identityMessages.lastWayIn, { status: 409 })
      const gone = await removeLink(db, user.id, id)
      if (!gone) throw new Refusal(identityMessages.gone, { status: 409 })
      // Not the one that unlinks: its person has just proven again who they are.
      const ended = gone.sessions.filter((each) => each !== context.user.sessionId)
      for (const each of ended) await services.sessions.end(db, each)
      return { ...gone, ended }
    })
    for (const each of removed.ended) services.sessions.forgetEnded(each)
    context.note({ source: removed.source, label: removed.label })
    return {}
  },
}))

interface Proven {
  readonly proven: ProvenIdentity
  readonly source: Source
}

function subjectOf({ subject }: ProvenIdentity): Buffer {
  return Buffer.from(subject, "base64")
}

async function mustBeProven(
  { database, keyed }: Services,
  { device }: Pick<OpenRequestContext, "device">,
  ticket: string,
): Promise<Proven> {
  const found = await database.transaction(unrestricted, async (db) => {
    const proven = await readKept(db, keyed, "proven", device, ticket)
    return proven && { proven, source: await sourceInUse(db, keyed, { id: proven.sourceId }) }
  })
  if (!found) throw new Refusal(identityMessages.over, { status: 409 })
  if (!found.source) throw new Refusal(identityMessages.off, { status: 409 })
  return { proven: found.proven, source: found.source }
}

/** From here on nobody else goes on with it. */
async function mustTake(
  { database, keyed }: Services,
  { device }: Pick<OpenRequestContext, "device">,
  ticket: string,
  source: Source,
): Promise<void> {
  await database.transaction(unrestricted, async (db) => {
    const taken = await takeKept(db, keyed, "proven", device, ticket)
    if (!taken) throw new Refusal(identityMessages.over, { status: 409 })
    await rememberSignedIn(db, keyed, device, source, taken)
  })
}

/**
 * Never by an equal account or phone: whoever is signed in has proven since, by something of ours, that the account is theirs; and it is the
 * browser in which the other side vouched for the identity.
 */
async function link(
  services: Services,
  context: RequestContext,
  ticket: string,
): Promise<{ readonly source: string; readonly label: string }> {
  const { user, sessionId } = context.user
  const { proven, source } = await mustBeProven(services, context, ticket)
  await services.database.transaction(unrestricted, async (db) => {
    const { at, withSharedPhoneAt } = await ownProofs(db, sessionId)
    if (at < proven.at)
      throw new Refusal(identityMessages[withSharedPhoneAt < proven.at ? "needsProof" : "sharedPhone"], {
        status: 409,
      })
    const taken = await takeKept(db, services.keyed, "proven", context.device, ticket)
    if (!taken) throw new Refusal(identityMessages.over, { status: 409 })
    await rememberSignedIn(db, services.keyed, context.device, source, taken)
    const added = await addLink(db, {
      person: { id: user.id, orgId: user.orgid },
      sourceId: source.id,
      subject: subjectOf(proven),
      label: proven.label,
    })
    if ("obstacle" in added) throw new Refusal(identityMessages[added.obstacle], { status: 409 })
  })
  return { source: source.name, label: proven.label }
}
