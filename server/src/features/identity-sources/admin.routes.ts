import { usertypes } from "@uc/contract/account/calls"
import { isAbove } from "@uc/contract/domains/calls"
import {
  identityAdminCalls,
  sourceMessages,
  type ListedSource,
} from "@uc/contract/identity-sources/admin-calls"
import type { Id } from "@uc/contract/core/wire"
import { reaches, unrestricted } from "../../db/scope.ts"
import { Refusal } from "../../errors/refusal.ts"
import { implementCalls } from "../../http/calls/implement-calls.ts"
import { mustNotVersionNew } from "../../http/calls/parameters-with-effect.ts"
import type { RequestContext } from "../../http/calls/request-context.ts"
import { asTrial } from "../../http/outbound/as-trial.ts"
import type { Outbound } from "../../http/outbound/outbound.ts"
import { addressOwner } from "../../http/outbound/address-owner.ts"
import { mustAdministerFully, type Administered } from "../../session/administered.ts"
import { heldScope } from "../../session/rights/held-permissions.ts"
import { areaPathOf } from "../domains/public.ts"
import { withoutLongNumbers } from "./providers/ask.ts"
import { testWords } from "./providers/failure-words.ts"
import { ByOtherFailure } from "./providers/provider.ts"
import { providerOf } from "./providers/providers.ts"
import { addressesOf, keepTest, removeSource, saveSource, sourceOf, sourcesOf } from "./sources.store.ts"

/** SSO-4: of the own organisation alone, as its applications. */
export const identityAdminRoutes = implementCalls(identityAdminCalls, (services) => ({
  list: async (_input, context) => ({
    sources: await sourcesOf(context.db, (await mustBeOwn(context)).id, context.caller.origin),
  }),

  save: async ({ isForBelow, id, version, secret, ...fields }, context) => {
    const { id: org, kind } = await mustBeOwn(context)
    mustNotVersionNew(id, version)
    await mustReachBelow(context, org, id, isForBelow)
    // FAULT-8: whoever is added to the bureau or the platform reads everything below it.
    if (fields.mailDomains.length > 0 && isAbove(usertypes[kind]))
      throw new Refusal(sourceMessages.noAddingAbove, { field: "mailDomains" })
    mustBeEncrypted(services.outboundOf(addressOwner(context.user)), fields.address)
    const saved = await saveSource(
      context.db,
      services.keyed,
      { org, site: context.caller.origin },
      { ...fields, id, version, secret, sharedPath: isForBelow ? await pathBelow(context) : null },
    )
    switch (saved.is) {
      case "gone":
        throw new Refusal(sourceMessages.gone, { status: 409 })
      case "changed":
        throw new Refusal(sourceMessages.changedMeanwhile, { status: 409 })
      case "full":
        throw new Refusal(sourceMessages.tooMany)
      case "wrong":
        throw new Refusal(saved.words, { field: saved.field })
      case "saved":
        context.note({
          id: saved.after.id,
          before: saved.before && shownInLog(saved.before),
          after: { ...shownInLog(saved.after), ...(secret ? { secret: "已更换" } : {}) },
        })
        return saved.after
    }
  },

  remove: async ({ id }, context) => {
    const { id: org } = await mustBeOwn(context)
    await mustReachBelow(context, org, id, false)
    const before = await removeSource(context.db, org, context.caller.origin, id)
    if (!before) throw new Refusal(sourceMessages.gone, { status: 409 })
    context.note({ id, before: shownInLog(before), after: null })
    return {}
  },

  test: async ({ id }, context) => {
    const { id: org } = await mustBeOwn(context)
    // Not the request's own transaction: none may be open while the other side is asked.
    const source = await services.database.transaction(unrestricted, (db) =>
      sourceOf(db, services.keyed, org, id),
    )
    if (!source) throw new Refusal(sourceMessages.gone, { status: 409 })
    const { callback } = addressesOf(context.caller.origin, source.key)
    try {
      const found = await asTrial(services, context.user, () =>
        providerOf(services, source).check(source, callback),
      )
      await keepTest(context.db, source, null)
      context.note({ id, source: source.name })
      return { isFine: true, words: `${sourceMessages.works}：${found}` }
    } catch (error) {
      if (!(error instanceof ByOtherFailure)) throw error
      const words = testWords(error)
      // What a library or a connection said is for operators.
      services.warn(`The test of an identity source failed: ${withoutLongNumbers(error.message)}`)
      await keepTest(context.db, source, words)
      context.note({ id, source: source.name, problem: words })
      return { isFine: false, words }
    }
  },
}))

/** An inner address that is not listed yet is saved: the test says who can list it. */
function mustBeEncrypted(outbound: Outbound, address: string): void {
  if (address !== "" && !outbound.isInnerRefused(address) && outbound.isPlainOutside(address))
    throw new Refusal(sourceMessages.plainOutside, { field: "address" })
}

/** FAULT-6: whoever vouches for the platform's people comes in as any of them, so its sources are its administrators' alone. */
function mustBeOwn(context: RequestContext): Promise<Administered> {
  return mustAdministerFully(context, context.user.user.orgid)
}

/** DISTRICT-12: what counts for others too, and stands on everybody's login page, needs the permission for that. */
async function mustReachBelow(
  context: RequestContext,
  org: Id,
  id: Id | undefined,
  becomesForBelow: boolean,
): Promise<void> {
  const { usertype, orgid } = context.user.user
  const isWithOthersBelow = isAbove(usertype)
  if (isWithOthersBelow && reaches(heldScope(context.user, "domains.below"), orgid)) return
  const wasForBelow = async () =>
    (await sourcesOf(context.db, org, context.caller.origin)).find((row) => row.id === id)?.isForBelow ===
    true
  if (becomesForBelow || (id !== undefined && (await wasForBelow())))
    throw new Refusal(isWithOthersBelow ? sourceMessages.notBelow : sourceMessages.noneBelow, { status: 403 })
}

/** The platform is above all; a bureau above those of its area. */
async function pathBelow({ db, user: { user } }: RequestContext): Promise<string> {
  return user.usertype === usertypes.platform ? "" : areaPathOf(db, user.orgid)
}

/** Never the secret. */
function shownInLog(shown: ListedSource): Record<string, unknown> {
  const { name, kind, address, clientId, mailDomains, isForBelow, isDisabled, signsOutThere } = shown
  return { name, kind, address, clientId, mailDomains, isForBelow, isDisabled, signsOutThere }
}
