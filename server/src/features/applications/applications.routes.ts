import { applicationCalls, signOnMessages } from "@uc/contract/applications/calls"
import { unrestricted } from "../../db/scope.ts"
import { Refusal } from "../../errors/refusal.ts"
import { implementCalls } from "../../http/calls/implement-calls.ts"
import type { RequestContext } from "../../http/calls/request-context.ts"
import type { Services } from "../../http/services.ts"
import { mayUse, tilesOf } from "./audience.ts"
import { readState } from "./oidc/stored-state.ts"
import {
  applicationOf,
  consentedAt,
  keepConsent,
  needsProof,
  provenAt,
  type AskedSignOn,
  type KnownApplication,
} from "./sign-on.ts"

export const applicationRoutes = implementCalls(applicationCalls, (services) => ({
  // Outside row-level security: an application of the platform is nobody's to read, and who may use it is asked here.
  mine: async (_input, { user: { user } }) => ({
    applications: await services.database.transaction(unrestricted, (db) => tilesOf(db, user.id)),
  }),

  signOn: async ({ uid }, context) => {
    const { asked, application } = await mustBeAsked(services, context, uid)
    const { user, sessionId } = context.user
    const [proven, consented] = await services.database.transaction(
      unrestricted,
      async (db) => [await provenAt(db, sessionId), await consentedAt(db, user.id, application)] as const,
    )
    const { name, icon, orgname, claims } = application
    return {
      name,
      icon,
      orgname,
      claims: [...claims],
      needsConsent: asked.prompt.name === "consent" && (consented === null || consented < asked.iat),
      needsProof: needsProof(asked, proven, Math.floor(services.dateMs() / 1000)),
    }
  },

  allow: async ({ uid }, context) => {
    const { application } = await mustBeAsked(services, context, uid)
    await keepConsent(context.db, context.user.user, application)
    return {}
  },

  // The grant that this call has spent is the proof: `provenAt` reads when it was given.
  prove: async ({ uid }, context) => {
    const { application } = await mustBeAsked(services, context, uid)
    context.note({ name: application.name })
    return {}
  },
}))

/**
 * The sign-on that the provider keeps under this id. Whoever knows another browser's id learns the application's name and can
 * answer for themselves alone: the provider goes on only with that browser's own cookie and session.
 */
async function mustBeAsked(
  { database, keyed }: Services,
  { user: { user } }: RequestContext,
  uid: string,
): Promise<{ readonly asked: AskedSignOn; readonly application: KnownApplication }> {
  const found = await database.transaction(unrestricted, async (db) => {
    const asked = await readState(db, keyed, { model: "Interaction", id: uid })
    const clientId = asked?.payload.params?.["client_id"]
    if (!asked || typeof clientId !== "string") return null
    const application = await applicationOf(db, clientId)
    if (!application) return null
    return {
      asked: asked.payload as unknown as AskedSignOn,
      application,
      isTheirs: await mayUse(db, user.id, clientId),
    }
  })
  if (!found) throw new Refusal(signOnMessages.gone, { status: 409 })
  if (!found.isTheirs) throw new Refusal(signOnMessages.notForYou, { status: 403 })
  return found
}
