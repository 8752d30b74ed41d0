import { layoutCalls, layoutMessages, pinnerOf } from "@uc/contract/home/calls"
import { usertypes } from "@uc/contract/account/calls"
import { answer, type Ask } from "../../http/calls/register-calls.ts"
import { logDone } from "../../session/write-audit-entry.ts"
import { Refusal } from "../../errors/refusal.ts"
import { customsOf, pinsFor, removeCustom, saveCustom, savePins } from "./home.store.ts"

export const layoutRoutes = answer(layoutCalls, () => ({
  list: ({ type }, { db, user: { user } }) => customsOf(db, user, type),

  save: async (wanted, { db, user: { user } }) => {
    const saved = await saveCustom(db, user, wanted)
    if (!saved) throw new Refusal(layoutMessages.changedMeanwhile, { status: 409 })
    return saved
  },

  remove: async (which, { db, user: { user } }) => {
    const isGone = await removeCustom(db, user, which)
    if (!isGone) throw new Refusal(layoutMessages.changedMeanwhile, { status: 409 })
    return {}
  },

  pins: (_input, ask) => pinsOf(ask),

  savePins: async ({ keys, version }, ask) => {
    const { user } = ask.user
    const by = pinnerOf(user)
    if (by === null) throw new Refusal(layoutMessages.pinnersOnly, { status: 403 })
    const before = await savePins(ask.db, user, { by, keys, version })
    if (!before) throw new Refusal(layoutMessages.pinsChangedMeanwhile, { status: 409 })
    await logDone(ask, "layout.savePins", { before, after: keys })
    return pinsOf(ask)
  },
}))

/** Nobody is above the platform, whose people read every organisation's pins. */
function pinsOf({ db, scope, user: { user } }: Ask) {
  const areaPath = user.usertype === usertypes.platform ? "" : scope.areaPath
  return pinsFor(db, { owner: user, areaPath, mayPin: pinnerOf(user) !== null })
}
