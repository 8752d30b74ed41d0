import { usertypes } from "@uc/contract/account/calls"
import { isAbove } from "@uc/contract/domains/calls"
import {
  identityAdminCalls,
  sourceMessages,
  type ListedSource,
} from "@uc/contract/identity-sources/admin-calls"
import { byOtherProblems } from "@uc/contract/identity-sources/problems"
import { noPermissionMessage } from "@uc/contract/roles/permissions"
import type { Id } from "@uc/contract/core/wire"
import { reaches, unrestricted } from "../../db/scope.ts"
import { Refusal } from "../../errors/refusal.ts"
import { implementCalls } from "../../http/calls/implement-calls.ts"
import { mustNotVersionNew } from "../../http/calls/parameters-with-effect.ts"
import type { RequestContext } from "../../http/calls/request-context.ts"
import { mustAdminister } from "../../session/reach.ts"
import { heldScope } from "../../session/rights/held-permissions.ts"
import { areaPathOf } from "../domains/public.ts"
import { ByOtherFailure } from "./providers/provider.ts"
import { providersOf } from "./providers/providers.ts"
import { addressesOf, removeSource, saveSource, sourceOf, sourcesOf } from "./sources.store.ts"

/** SSO-4: of the own organisation alone, as its applications. */
export const identityAdminRoutes = implementCalls(identityAdminCalls, (services) => ({
  list: async (_input, context) => ({
    sources: await sourcesOf(context.db, mustBeOwn(context), context.caller.origin),
  }),

  save: async ({ isForBelow, id, version, secret, ...fields }, context) => {
    const org = mustBeOwn(context)
    mustNotVersionNew(id, version)
    await mustReachBelow(context, org, id, isForBelow)
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
    const org = mustBeOwn(context)
    await mustReachBelow(context, org, id, false)
    const before = await removeSource(context.db, org, context.caller.origin, id)
    if (!before) throw new Refusal(sourceMessages.gone, { status: 409 })
    context.note({ id, before: shownInLog(before), after: null })
    return {}
  },

  test: async ({ id }, context) => {
    const org = mustBeOwn(context)
    // Not the request's own transaction: none may be open while the other side is asked.
    const source = await services.database.transaction(unrestricted, (db) =>
      sourceOf(db, services.keyed, org, id),
    )
    if (!source) throw new Refusal(sourceMessages.gone, { status: 409 })
    const { callback } = addressesOf(context.caller.origin, source.key)
    try {
      const found = await providersOf(services)[source.kind].check(source, callback)
      return { isFine: true, words: `${sourceMessages.works}：${found}` }
    } catch (error) {
      if (!(error instanceof ByOtherFailure)) throw error
      return {
        isFine: false,
        words: `${testWords[error.problem] ?? byOtherProblems[error.problem]}：${error.detail}`,
      }
    }
  },
}))

/** The sentences of the login page are for people; an administrator reads what to do. */
const testWords: Readonly<Partial<Record<keyof typeof byOtherProblems, string>>> = {
  unreachable: "连接不上对方的服务器，请检查服务地址和网络",
  inner: "该地址在内网，服务器未获准访问，请运维人员在 INNER_NETWORKS 中列出",
  refused: "对方拒绝了请求，请检查应用标识和密钥",
  invalid: "对方的回答不符合协议，请检查服务地址",
}

function mustBeOwn(context: RequestContext): Id {
  return mustAdminister(context, context.user.user.orgid)
}

/** DISTRICT-12: what counts for others too, and stands on everybody's login page, needs the permission for that. */
async function mustReachBelow(
  context: RequestContext,
  org: Id,
  id: Id | undefined,
  becomesForBelow: boolean,
): Promise<void> {
  const { usertype, orgid } = context.user.user
  if (isAbove(usertype) && reaches(heldScope(context.user, "domains.below"), orgid)) return
  const wasForBelow = async () =>
    (await sourcesOf(context.db, org, context.caller.origin)).find((row) => row.id === id)?.isForBelow ===
    true
  if (becomesForBelow || (id !== undefined && (await wasForBelow())))
    throw new Refusal(noPermissionMessage("domains.below"), { status: 403 })
}

/** The platform is above all; a bureau above those of its area. */
async function pathBelow({ db, user: { user } }: RequestContext): Promise<string> {
  return user.usertype === usertypes.platform ? "" : areaPathOf(db, user.orgid)
}

/** Never the secret. */
function shownInLog(shown: ListedSource): Record<string, unknown> {
  const { name, kind, address, clientId, mailDomains, isForBelow, isDisabled } = shown
  return { name, kind, address, clientId, mailDomains, isForBelow, isDisabled }
}
