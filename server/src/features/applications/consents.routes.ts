import { applicationConsentCalls, consentMessages } from "@uc/contract/applications/consent-calls"
import { Refusal } from "../../errors/refusal.ts"
import { implementCalls } from "../../http/calls/implement-calls.ts"
import { consentsOf, namesOf, withdrawConsent } from "./consents.store.ts"

export const applicationConsentRoutes = implementCalls(
  applicationConsentCalls,
  ({ database: { systemDb }, keyed }) => ({
    list: async (_input, { user }) => ({ consents: await consentsOf(systemDb, user.user.id) }),
    withdraw: async ({ id }, context) => {
      const personId = context.user.user.id
      const known = await namesOf(systemDb, id)
      const { db } = context
      const given =
        known !== null &&
        (await withdrawConsent(db, keyed, { personId, applicationId: id, clientId: known.clientId }))
      if (!given) throw new Refusal(consentMessages.gone, { status: 409 })
      context.note({ id, name: known.name })
      return {}
    },
  }),
)
