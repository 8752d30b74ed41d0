import { applicationMessages, type ListedApplication } from "@uc/contract/applications/admin-calls"
import { trialLimits } from "@uc/contract/applications/trial-calls"
import { webhookCalls, type ApplicationWebhook } from "@uc/contract/applications/webhook-calls"
import { webhookLimits, webhookMessages } from "@uc/contract/applications/webhooks"
import { replyMessages } from "@uc/contract/core/reply"
import type { Id } from "@uc/contract/core/wire"
import { Refusal } from "../../../errors/refusal.ts"
import { implementCalls } from "../../../http/calls/implement-calls.ts"
import type { RequestContext } from "../../../http/calls/request-context.ts"
import { addressOwner } from "../../../http/outbound/address-owner.ts"
import { takeQuota } from "../../../security/quota.ts"
import { mustAdministerApplications, mustBeTheirs } from "../administered-application.ts"
import { applicationsOf } from "../applications.store.ts"
import { newWebhookSecret } from "./sign-webhook.ts"
import {
  deliveriesOf,
  queueTest,
  renewWebhookSecret,
  resendGivenUp,
  saveWebhook,
  webhookOf,
} from "./webhooks.store.ts"

export const webhookRoutes = implementCalls(webhookCalls, ({ keyed, outboundOf }) => ({
  details: async ({ id, before }, context) => {
    await applicationIn(context, id)
    const found = await deliveriesOf(context.db, id, before)
    const deliveries = found.slice(0, webhookLimits.shown)
    const older = found.length > deliveries.length ? (deliveries.at(-1)?.id ?? null) : null
    return { webhook: await webhookOf(context.db, id), deliveries, older }
  },

  save: async ({ id, ...wanted }, context) => {
    const { name } = await changeable(context, id)
    const outbound = outboundOf(addressOwner(context.user))
    if (outbound.isInnerRefused(wanted.address))
      throw new Refusal(webhookMessages.inner, { field: "address" })
    if (outbound.isPlainOutside(wanted.address))
      throw new Refusal(webhookMessages.plainOutside, { field: "address" })
    const before = await webhookOf(context.db, id)
    const secret = newWebhookSecret()
    const isNew = await saveWebhook(context.db, {
      ...wanted,
      applicationId: id,
      sealedSecret: keyed.seal(secret),
    })
    context.note({ id, name, before: before && shownInLog(before), after: wanted })
    return { secret: isNew ? secret : null }
  },

  renewSecret: async ({ id, endsOld }, context) => {
    const { name } = await changeable(context, id)
    const secret = newWebhookSecret()
    if (!(await renewWebhookSecret(context.db, id, { sealedSecret: keyed.seal(secret), endsOld })))
      throw new Refusal(webhookMessages.none, { status: 409 })
    context.note({ id, name, endsOld })
    return { secret }
  },

  test: async ({ id }, context) => {
    const { name } = await mustSend(context, id)
    const taken = await takeQuota(context.db, [{ key: `webhook-test:${id}`, ...trialLimits.webhook }])
    if (!taken.ok) throw new Refusal(replyMessages.busy, { status: 429, retryAfterS: taken.retryAfterS })
    await queueTest(context.db, id)
    context.note({ id, name })
    return {}
  },

  resend: async ({ id, delivery }, context) => {
    const { name } = await mustSend(context, id)
    const resent = await resendGivenUp(context.db, id, delivery)
    if (resent === 0) throw new Refusal(webhookMessages.notGivenUp, { status: 409 })
    context.note({ id, name, resent })
    return { resent }
  },
}))

/** Of the own organisation, as the list has it. */
async function applicationIn(context: RequestContext, id: Id): Promise<ListedApplication> {
  const org = await mustAdministerApplications(context)
  const found = (await applicationsOf(context.db, org)).find((row) => row.id === id)
  if (!found) throw new Refusal(applicationMessages.gone, { status: 409 })
  return found
}

async function changeable(context: RequestContext, id: Id): Promise<ListedApplication> {
  const found = await applicationIn(context, id)
  await mustBeTheirs(context, context.user.user.orgid, id, false)
  return found
}

async function mustSend(context: RequestContext, id: Id): Promise<ListedApplication> {
  const found = await changeable(context, id)
  if (!found.webhook) throw new Refusal(webhookMessages.none, { status: 409 })
  if (found.webhook.isOff) throw new Refusal(webhookMessages.off, { status: 409 })
  if (found.isDisabled) throw new Refusal(webhookMessages.disabled, { status: 409 })
  return found
}

function shownInLog({ address, objects, isOff }: ApplicationWebhook): Record<string, unknown> {
  return { address, objects, isOff }
}
