import type { FastifyRequest } from "fastify"
import type Provider from "oidc-provider"
import type { Services } from "../../../http/services.ts"
import { cookieOf } from "../../../session/cookies.ts"
import { provenAt } from "../sign-on.ts"
import { acrs, sessionS } from "./provider-settings.ts"
import { hashIn, type PortalSession, type ProviderRequest } from "./provider-request.ts"
import { readSignOnAhead } from "./read-ahead.ts"

interface Recognised {
  readonly services: Services
  readonly provider: Provider
  readonly request: FastifyRequest
  readonly under: ProviderRequest
  readonly at: PortalSession
}

/**
 * SSO-1: who is signed in to the portal is signed in: ahead of a sign-on the provider's session is brought in line with the
 * portal's, so that nobody is asked, `prompt=none` is answered, and a proof for another application counts for that one alone.
 */
export async function recognise({ services, provider, request, under, at }: Recognised): Promise<void> {
  const { database, keyed } = services
  const name = provider.cookieName("session")
  const id = cookieOf(request, name)
  const { client_id: clientId } = request.query as Record<string, unknown>
  if (id !== undefined && typeof clientId === "string")
    under.ahead = await readSignOnAhead(database.systemDb, keyed, {
      clientId,
      personId: at.personId,
      id,
      hash: hashIn(keyed, id),
    })
  const known = id === undefined ? undefined : await provider.Session.find(id)
  const loginTs = at.read?.provenAt ?? (await provenAt(database.systemDb, at.sessionId))
  const { personId: accountId } = at
  if (known?.accountId === accountId && known.acr === acrs.session && known.loginTs === loginTs) return
  const session = known ?? new provider.Session()
  session.loginAccount({ accountId, loginTs, acr: acrs.session, transient: true })
  await session.save(sessionS)
  if (known) return
  const { headers } = request.raw
  const others = (headers.cookie ?? "")
    .split("; ")
    .filter((pair) => pair !== "" && !pair.startsWith(`${name}=`))
  headers.cookie = [...others, `${name}=${session.jti}`].join("; ")
}
