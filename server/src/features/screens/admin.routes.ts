import { admintypes } from "@uc/contract/account/calls"
import type { Id } from "@uc/contract/core/wire"
import { screenAdminCalls, screenAdminMessages, type ListedScreen } from "@uc/contract/screens/admin-calls"
import { Refusal } from "../../errors/refusal.ts"
import { implementCalls } from "../../http/calls/implement-calls.ts"
import type { RequestContext } from "../../http/calls/request-context.ts"
import { mustAdministerFully } from "../../session/administered.ts"
import { foundOrForbidden, isAdministered } from "../../session/reach.ts"
import {
  addScreen,
  giveCode,
  hashOfCode,
  newCode,
  removeScreen,
  screenById,
  screensInReach,
  type ScreenSort,
} from "./admin.store.ts"

export const screenAdminRoutes = implementCalls(screenAdminCalls, ({ keyed }) => ({
  list: async ({ sort }, context) => {
    const screens = await administeredScreens(context, sort)
    return { total: screens.length, screens }
  },

  create: async ({ orgid, name }, context) => {
    const { id: orgId } = await mustAdministerFully(context, orgid)
    const code = newCode()
    const screen = await addScreen(context.db, { orgId, name, codeHash: hashOfCode(keyed, code) })
    if (!screen) throw new Refusal(screenAdminMessages.tooMany)
    context.note({ id: screen.id, orgid, name })
    return { screen, code }
  },

  renewCode: async ({ id }, context) => {
    const { orgid, name } = await mustAdministerScreen(context, id)
    const code = newCode()
    const screen = await giveCode(context.db, id, hashOfCode(keyed, code))
    if (!screen) throw new Refusal(screenAdminMessages.gone, { status: 409 })
    context.note({ id, orgid, name })
    return { screen, code }
  },

  revoke: async ({ id }, context) => {
    const { orgid, name } = await mustAdministerScreen(context, id)
    if (!(await removeScreen(context.db, id))) throw new Refusal(screenAdminMessages.gone, { status: 409 })
    context.note({ id, orgid, name })
    return {}
  },
}))

/** BARE-6: a screen of the platform shows every organisation, so only the platform's administrators manage it. */
async function administeredScreens(
  context: RequestContext,
  sort: ScreenSort | undefined,
): Promise<ListedScreen[]> {
  const isPlatforms = context.user.user.admintype === admintypes.platform
  const screens = await screensInReach(context.db, { withPlatforms: isPlatforms, sort })
  return screens.filter(({ orgid }) => isAdministered(context.user, orgid))
}

async function mustAdministerScreen(context: RequestContext, id: Id): Promise<ListedScreen> {
  const screen = foundOrForbidden(await screenById(context.db, id))
  await mustAdministerFully(context, screen.orgid)
  return screen
}
