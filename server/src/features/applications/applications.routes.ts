import { applicationCalls, signOnAddress, signOnMessages } from "@uc/contract/applications/calls"
import { claimsIn } from "@uc/contract/applications/application-claims"
import { casBase } from "@uc/contract/applications/cas"
import type { ApplicationProtocol } from "@uc/contract/applications/application-protocols"
import type { Db } from "../../db/open.ts"
import { unrestricted } from "../../db/scope.ts"
import { Refusal } from "../../errors/refusal.ts"
import { implementCalls } from "../../http/calls/implement-calls.ts"
import type { RequestContext } from "../../http/calls/request-context.ts"
import type { Services } from "../../http/services.ts"
import { mayUse, tilesOf } from "./audience.ts"
import { readAsked } from "./cas/asked-sign-on.ts"
import { applicationAt } from "./cas/services.store.ts"
import { readState } from "./oidc/stored-state.ts"
import {
  applicationOf,
  consentedAt,
  isProvenFor,
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

  asking: async ({ address }) => ({
    name: await services.database.transaction(unrestricted, (db) => askingName(db, services, address)),
  }),

  signOn: async ({ uid }, context) => {
    const { protocol, application, needsOf } = await mustBeAsked(services, context, uid)
    const { user, sessionId } = context.user
    const [proven, consented] = await services.database.transaction(
      unrestricted,
      async (db) => [await provenAt(db, sessionId), await consentedAt(db, user.id, application)] as const,
    )
    const { name, icon, orgname, claims } = application
    return { protocol, name, icon, orgname, claims: [...claims], ...needsOf(proven, consented) }
  },

  allow: async ({ uid, claims }, context) => {
    const { application } = await mustBeAsked(services, context, uid)
    const read = claims === undefined ? null : claimsIn(claims)
    await keepConsent(context.db, context.user.user, application, read)
    return {}
  },

  // The grant that this call has spent is the proof: `provenAt` reads when it was given.
  prove: async ({ uid }, context) => {
    const { application } = await mustBeAsked(services, context, uid)
    context.note({ name: application.name })
    return {}
  },
}))

/** By what the addresses of a sign-on themselves would go on with: a sign-on that is kept, or a service letter by letter. */
async function askingName(db: Db, services: Services, address: string): Promise<string | null> {
  const site = "http://portal.invalid"
  const at = URL.canParse(address, site) ? new URL(address, site) : null
  if (at?.origin !== site) return null
  const [service, another] = at.searchParams.getAll("service")
  if (at.pathname === `${casBase}/login`)
    return service === undefined || another !== undefined
      ? null
      : ((await applicationAt(db, service))?.name ?? null)
  const uid = at.pathname.split("/").at(-1) ?? ""
  const asked =
    at.pathname === signOnAddress(uid)
      ? await askedByProvider(db, services, uid)
      : at.pathname === signOnAddress(uid, false, "cas")
        ? await askedByCas(db, services, uid)
        : null
  return asked?.application.name ?? null
}

interface Asked {
  readonly protocol: ApplicationProtocol
  readonly clientId: string
  readonly application: KnownApplication
  /** `proven`, `consented`: when, in seconds. */
  readonly needsOf: (
    proven: number,
    consented: number | null,
  ) => { readonly needsConsent: boolean; readonly needsProof: boolean }
}

/**
 * The sign-on that is kept under this id. Whoever knows another browser's id learns the application's name and can answer for themselves
 * alone: the provider goes on only with that browser's own cookie and session, CAS with the session of whoever goes on.
 */
async function mustBeAsked(
  services: Services,
  { user: { user } }: RequestContext,
  uid: string,
): Promise<Asked> {
  const found = await services.database.transaction(unrestricted, async (db) => {
    const asked = (await askedByProvider(db, services, uid)) ?? (await askedByCas(db, services, uid))
    return asked && { ...asked, isTheirs: await mayUse(db, user.id, asked.clientId) }
  })
  if (!found) throw new Refusal(signOnMessages.gone, { status: 409 })
  if (!found.isTheirs) throw new Refusal(signOnMessages.notForYou, { status: 403 })
  return found
}

async function askedByProvider(db: Db, { keyed, dateMs }: Services, uid: string): Promise<Asked | null> {
  const kept = await readState(db, keyed, { model: "Interaction", id: uid })
  const clientId = kept?.payload.params?.["client_id"]
  if (!kept || typeof clientId !== "string") return null
  const application = await applicationOf(db, clientId)
  if (!application) return null
  const asked = kept.payload as unknown as AskedSignOn
  return {
    protocol: "oidc",
    clientId,
    application,
    needsOf: (proven, consented) => ({
      needsConsent: asked.prompt.name === "consent" && (consented === null || consented < asked.iat),
      needsProof: needsProof(asked, proven, Math.floor(dateMs() / 1000)),
    }),
  }
}

/** SSO-2. */
async function askedByCas(db: Db, { keyed }: Services, uid: string): Promise<Asked | null> {
  const asked = await readAsked(db, keyed, uid)
  const application = asked && (await applicationAt(db, asked.service))
  if (!application) return null
  return {
    protocol: "cas",
    clientId: application.clientId,
    application,
    needsOf: (proven, consented) => ({
      needsConsent: !application.isOwn && consented === null,
      needsProof: asked.renew && !isProvenFor(asked, proven),
    }),
  }
}
