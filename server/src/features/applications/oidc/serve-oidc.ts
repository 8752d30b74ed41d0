import { providerBase } from "@uc/contract/applications/calls"
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify"
import type Provider from "oidc-provider"
import { originOf } from "../../../http/host.ts"
import type { Services } from "../../../http/services.ts"
import { runQueue, type RunningQueue } from "../../../db/run-queue.ts"
import { serveForms } from "./serve-forms.ts"
import { signedInAt } from "../browser-session.ts"
import { BusyReceivers } from "../busy-receivers.ts"
import { issuerOf } from "../issuer.ts"
import { answerInteraction } from "./answer-interaction.ts"
import { trustWhatFastifyTrusts } from "./forwarded-headers.ts"
import { loadProvider } from "./load-provider.ts"
import { issuerNow, newRequest, providerRequest, type PortalSession } from "./provider-request.ts"
import { recognise } from "./recognise.ts"
import { publishedKeys, type PublishedKey } from "./signing-keys.ts"
import { tellDue } from "./tell-sign-outs.ts"

/** What is served, and nothing else of what the library could. */
const routes = [
  ["GET", "/.well-known/openid-configuration"],
  ["HEAD", "/.well-known/openid-configuration"],
  ["OPTIONS", "/.well-known/openid-configuration"],
  ["GET", "/jwks"],
  ["HEAD", "/jwks"],
  ["OPTIONS", "/jwks"],
  ["GET", "/auth"],
  ["GET", "/auth/:uid"],
  ["POST", "/token"],
  ["OPTIONS", "/token"],
  ["POST", "/token/revocation"],
  ["OPTIONS", "/token/revocation"],
  ["GET", "/me"],
  ["POST", "/me"],
  ["OPTIONS", "/me"],
  ["GET", "/session/end"],
  ["POST", "/session/end/confirm"],
  ["GET", "/session/end/success"],
] as const

/** SSO-1: the OpenID Connect provider. It reads the request and writes the answer itself; what comes before it is ours. */
export function serveOidc(app: FastifyInstance, services: Services): void {
  const { database, outboundOf, site, warn } = services
  const { provider, recent } = providers(services, app)
  const issuerFor = (request: FastifyRequest) => issuerOf(site, originOf(site, request))
  let queue: RunningQueue | null = null
  const busy = new BusyReceivers(() => queue?.nudge())
  app.addHook("onListen", () => {
    queue = runQueue({
      deliver: (signal) => tellDue({ database, outboundOf, provider, warn, busy, signal }),
      underWay: () => busy.ended(),
      onFailure: (error) => warn("Applications could not be told of sign-outs", error),
    })
  })
  app.addHook("preClose", async () => queue?.stop())
  serveForms(app)
  app.register((scoped, _options, done) => {
    // The provider reads the body.
    scoped.removeAllContentTypeParsers()
    scoped.addContentTypeParser("*", (_request, _body, parsed) => parsed(null))
    for (const [method, path] of routes)
      scoped.route({
        method,
        url: `${providerBase}${path}`,
        exposeHeadRoute: false,
        handler: (request, reply) =>
          issuerNow.run(issuerFor(request), async () => {
            const isFrequent = path === "/auth" || path === "/token"
            const made = await (isFrequent ? recent() : provider())
            await handOver(request, reply, { services, provider: made, path })
          }),
      })
    scoped.route({
      method: "GET",
      url: `${providerBase}/interaction/:uid`,
      exposeHeadRoute: false,
      handler: async (request, reply) => {
        const who = await signedInAt(services, request)
        const made = await provider()
        await issuerNow.run(issuerFor(request), () =>
          answerInteraction({ services, provider: made, request, reply: taken(reply), who }),
        )
      },
    })
    done()
  })
}

interface Handed {
  readonly services: Services
  readonly provider: Provider
  readonly path: string
}

async function handOver(request: FastifyRequest, reply: FastifyReply, handed: Handed): Promise<void> {
  const { services, provider, path } = handed
  const who = isOfBrowsers(path) ? await signedInAt(services, request) : null
  // Whoever has left their desk signs out by this as well, and signs on to nothing.
  const counts = who !== null && (!who.isLocked || path.startsWith("/session/"))
  const at: PortalSession | null = counts
    ? { sessionId: who.sessionId, personId: who.user.id, read: null, usable: null }
    : null
  const { raw } = request
  const under = newRequest(at, request.log)
  await providerRequest.run(under, async () => {
    if (at && knowsWhoComes.has(path)) await recognise({ services, provider, request, under, at })
    trustWhatFastifyTrusts(services, request)
    Object.assign(raw, { originalUrl: raw.url })
    raw.url = (raw.url ?? "").slice(providerBase.length)
    await answeredBy(provider)(raw, taken(reply))
  })
}

/**
 * Where it matters who is signed in to the portal. Without a person the library signs out unasked, and the portal's session would end
 * with it: a link on any page could do that to whoever has not signed on to an application yet.
 */
const knowsWhoComes: ReadonlySet<string> = new Set(["/auth", "/session/end"])

type Answering = ReturnType<Provider["callback"]>

/** The library puts its parts together each time that it is asked for this. */
const answering = new WeakMap<Provider, Answering>()

function answeredBy(provider: Provider): Answering {
  const known = answering.get(provider) ?? provider.callback()
  answering.set(provider, known)
  return known
}

/** Its own endpoints for servers have no cookie to look at. */
function isOfBrowsers(path: string): boolean {
  return path.startsWith("/auth") || path.startsWith("/session/")
}

/** From here on the answer is written by somebody else; the headers of every answer go along. */
function taken(reply: FastifyReply): FastifyReply["raw"] {
  reply.hijack()
  for (const [name, value] of Object.entries(reply.getHeaders()))
    if (value !== undefined) reply.raw.setHeader(name, value)
  return reply.raw
}

/** Those of the keys that are published now and of those before: a request that has begun ends with its own. */
const keptProviders = 2

/** A new key is published a day before it signs, and an old one for two days after: none is missed by so much. */
const keysFreshMs = 1000

/** Nothing that the provider says is read from this name: what it does is for a request or for a sign-on that is told. */
const nameless = "http://localhost"

interface Providers {
  /** The keys are read now: what is published, and what reads the tokens of others, is the same in all processes. */
  readonly provider: () => Promise<Provider>
  /** For sign-ons, of which there are many: the keys may be those of a second ago. */
  readonly recent: () => Promise<Provider>
}

function providers(services: Services, app: FastifyInstance): Providers {
  const { database, keyed, nowMs, site } = services
  const made = new Map<string, Provider>()
  let read: { readonly keys: readonly PublishedKey[]; readonly untilMs: number } | null = null

  const madeWith = async (keys: readonly PublishedKey[]): Promise<Provider> => {
    const name = keys.map(({ kid }) => kid).join(" ")
    const { makeProvider } = await loadProvider(app.log)
    // Looked for after the loading: of many requests that waited for it, the first makes one.
    const known = made.get(name)
    if (known) return known
    const provider = makeProvider({ services, issuer: issuerOf(site, nameless), keys })
    for (const event of ["error", "server_error"] as const)
      provider.on(event as "server_error", (...args: unknown[]) => {
        const error = args.find((each) => each instanceof Error)
        const log = providerRequest.getStore()?.log ?? app.log
        log.error({ err: error }, "The OpenID Connect provider has failed")
      })
    const [oldest] = made.keys()
    if (made.size >= keptProviders && oldest !== undefined) made.delete(oldest)
    made.set(name, provider)
    return provider
  }

  return {
    provider: async () => madeWith(await publishedKeys(database, keyed)),
    async recent() {
      if (!read || read.untilMs <= nowMs())
        read = { keys: await publishedKeys(database, keyed), untilMs: nowMs() + keysFreshMs }
      return madeWith(read.keys)
    },
  }
}
