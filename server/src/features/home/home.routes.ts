import { homeLayoutCalls, layoutMessages, pinnerOf, type Pinner } from "@uc/contract/home/calls"
import { usertypes } from "@uc/contract/account/calls"
import { implementCalls } from "../../http/calls/implement-calls.ts"
import type { RequestContext } from "../../http/calls/request-context.ts"
import { isAdministered } from "../../session/reach.ts"
import { writeAuditEntry } from "../../session/write-audit-entry.ts"
import { Refusal } from "../../errors/refusal.ts"
import { customsOf, pinsFor, removeCustom, saveCustom, savePins } from "./home.store.ts"

export const homeLayoutRoutes = implementCalls(homeLayoutCalls, () => ({
  list: ({ type }, { db, user: { user } }) => customsOf(db, user, type),

  save: async (wanted, { db, user: { user } }) => {
    // DISTRICT-15: refused and not dropped.
    if (wanted.id !== undefined && !wanted.version)
      throw new Refusal(layoutMessages.versionMissing, { field: "version" })
    if (new Set(wanted.items.map(({ key }) => key)).size < wanted.items.length)
      throw new Refusal(layoutMessages.cardTwice, { field: "items" })
    const saved = await saveCustom(db, user, wanted)
    if (!saved) throw new Refusal(layoutMessages.changedMeanwhile, { status: 409 })
    return saved
  },

  remove: async (which, { db, user: { user } }) => {
    const isGone = await removeCustom(db, user, which)
    if (!isGone) throw new Refusal(layoutMessages.changedMeanwhile, { status: 409 })
    return {}
  },

  pins: (_input, context) => pinsOf(context),

  savePins: async ({ keys, version }, context) => {
    const { user } = context.user
    const by = pinnerIn(context)
    if (by === null) throw new Refusal(layoutMessages.pinnersOnly, { status: 403 })
    const before = await savePins(context.db, user, { by, keys, version })
    if (!before) throw new Refusal(layoutMessages.pinsChangedMeanwhile, { status: 409 })
    await writeAuditEntry(context, "homeLayout.savePins", { before, after: keys })
    return pinsOf(context)
  },
}))

/** Not for the platform: nobody is above it, and its people would read every organisation's pins. */
function pinsOf(context: RequestContext) {
  const { db, scope } = context
  const { user } = context.user
  const areaPath = user.usertype === usertypes.platform ? "" : scope.areaPath
  return pinsFor(db, { owner: user, areaPath, mayPin: pinnerIn(context) !== null })
}

/** An organisation's pins are kept once for all of its administrators. */
function pinnerIn({ user }: RequestContext): Pinner | null {
  return isAdministered(user, user.user.orgid) ? pinnerOf(user.user) : null
}
