import type { Socket } from "node:net"
import formbody from "@fastify/formbody"
import { calls } from "@uc/contract/all-calls"
import { anonymousSignOnLimits } from "@uc/contract/applications/calls"
import { replyMessages } from "@uc/contract/core/reply"
import type { SiteConfig } from "@uc/contract/core/site"
import fastify, {
  LogController,
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from "fastify"
import { z } from "zod"
import { zhCN } from "zod/locales"
import type { Database } from "./db/open.ts"
import { postgresBlobs } from "./features/attachments/blob-store.ts"
import { storeFile } from "./features/attachments/store-file.ts"
import { serveAttachmentFiles } from "./features/attachments/serve-attachment-files.ts"
import { serveCas } from "./features/applications/cas/serve-cas.ts"
import { serveOidc } from "./features/applications/oidc/serve-oidc.ts"
import { runWebhooks } from "./features/applications/webhooks/run-webhooks.ts"
import { serveScim } from "./features/applications/scim/serve-scim.ts"
import { servePictures } from "./features/account/serve-pictures.ts"
import { nudgeFirstPasswords, stopFirstPasswords } from "./features/first-passwords/give-first-passwords.ts"
import { serveSignInByOthers } from "./features/identity-sources/serve-sign-in.ts"
import { serveImportParts } from "./features/imports/files/serve-import-parts.ts"
import type { Feature } from "./http/calls/implement-calls.ts"
import type { Services } from "./http/services.ts"
import { registerCalls } from "./http/calls/register-calls.ts"
import { boundConnections, connectionLimits, type ConnectionLimits } from "./http/limits/connections.ts"
import { answerBrokenHttp, answerError, handleErrors } from "./http/error-answers.ts"
import { framedOrigins } from "./features/domains/framed-origins.ts"
import { headersFor, headerWriter } from "./http/headers.ts"
import { hostCheck } from "./http/host.ts"
import { outboundBy } from "./http/outbound/outbound.ts"
import { openApiOf } from "./http/openapi/describe-calls.ts"
import { hasSession } from "./http/openapi/has-session.ts"
import { servePortal } from "./http/portal-files.ts"
import { eventFeed } from "./realtime/event-feed.ts"
import { serveEventStream } from "./http/event-stream.ts"
import { Refusal } from "./errors/refusal.ts"
import { refusalOfAddress } from "./errors/unstorable-text.ts"
import { budgetCheck, type RequestBudget } from "./http/request-budget.ts"
import { requestIds } from "./http/request-ids.ts"
import { RequestLog } from "./http/request-log.ts"
import { requestObserver } from "./http/observe-requests.ts"
import { refusalOfExpectation } from "./http/limits/expectation.ts"
import { screensIn } from "./session/screens.ts"
import { sessionsIn } from "./session/sessions.ts"
import { Stopping } from "./http/stopping.ts"
import { buildOf } from "./http/installation.ts"
import { serveHealth } from "./http/health.ts"
import { scraper } from "./http/metrics/scrape.ts"
import { serveMetrics } from "./http/metrics/serve-metrics.ts"
import { serveOpenApi } from "./http/openapi/serve-openapi.ts"
import { anonymousSignOns, type AnonymousSignOnLimits } from "./security/anonymous-sign-ons.ts"
import { UnderWay } from "./security/under-way.ts"
import type { Keyed } from "./security/keyed.ts"
import type { Logs } from "./log/logs.ts"
import type { Passwords } from "./security/sign-in/passwords.ts"

const bodyLimit = 64 * 1024

export interface AppParts {
  readonly database: Database
  readonly passwords: Passwords
  readonly site: SiteConfig
  readonly keyed: Keyed
  readonly pictures: Services["pictures"]
  readonly sms: Services["sms"]
  readonly onSmsQueued?: Services["onSmsQueued"]
  readonly hasWebhook?: boolean
  /** SSO-8: inner networks that requests to addresses of the platform's administrators may go to; by default none. */
  readonly innerNetworks?: readonly string[]
  /** FAULT-10: those that requests to addresses of any administrator may go to; by default none. */
  readonly innerNetworksForAll?: readonly string[]
  readonly installation: Services["installation"]
  /** Where the built portal is, or null where something else serves it. */
  readonly portalFolder: string | null
  readonly trustedProxies: number
  readonly requestBudget: RequestBudget
  /** A test may set shorter ones. */
  readonly connectionLimits?: ConnectionLimits
  readonly anonymousSignOnLimits?: AnonymousSignOnLimits
  readonly logs: Logs
  /** OPS-2: with it `/metrics` is served here; by default there is none. */
  readonly metricsToken?: string | null
  readonly nowMs: () => number
  /** The date and time; a test may set its own. */
  readonly dateMs?: () => number
  /** The handlers of each noun. */
  readonly features: Readonly<Record<string, Feature>>
}

const stoppings = new WeakMap<FastifyInstance, Stopping>()

/** Stops without losing requests (BARE-16); what still runs at that time is cut off. Tests simply close the app. */
export async function stopApp(app: FastifyInstance, untilMs: number): Promise<void> {
  await stoppings.get(app)?.stop(untilMs)
}

/** The whole application, without a port and without the environment. */
export async function buildApp(parts: AppParts): Promise<FastifyInstance> {
  const { database, passwords, site } = parts
  // People read the messages about wrong parameters.
  z.config(zhCN())
  const writeHeaders = headerWriter(site)
  const observer = requestObserver(parts.logs.access)
  const log: FastifyBaseLogger = parts.logs.http
  const limits = parts.connectionLimits ?? connectionLimits
  const bounded = boundConnections(limits, ({ remoteAddress }: Socket) => observer.broken(429, remoteAddress))
  const hasHost = hostCheck()
  const refusalByBudget = budgetCheck(parts.requestBudget, parts.nowMs)
  const refusalOf = (request: FastifyRequest, reply: FastifyReply): Refusal | undefined =>
    stoppings.get(app)?.refusalOf(request, reply) ??
    (hasHost(request) ? refusalByBudget(request) : new Refusal(replyMessages.badInput))
  const app: FastifyInstance = fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    childLoggerFactory: (logger, bindings) => new RequestLog(logger, bindings),
    genReqId: requestIds(),
    trustProxy: parts.trustedProxies > 0 && ((_address, hop) => hop < parts.trustedProxies),
    bodyLimit,
    // Requests while it closes are refused by `Stopping`, in the agreed envelope.
    return503OnClosing: false,
    requestTimeout: 30_000,
    // A request without a host is refused by `hostCheck`, in the agreed envelope.
    http: { headersTimeout: 20_000, connectionsCheckingInterval: 5_000, requireHostHeader: false },
    // A broken URL or broken HTTP is answered in the agreed envelope too. No hook sees it, so what hooks do is done here.
    frameworkErrors: (error, request, reply) =>
      bounded(request.raw, reply.raw, () => {
        observer.refused(request, reply)
        writeHeaders(request, reply)
        reply.header("connection", "close")
        answerError(refusalOf(request, reply) ?? error, request, reply)
      }),
    clientErrorHandler: (error, socket) => {
      const status = answerBrokenHttp(error, socket, headersFor(site, false), limits.unreadMs)
      if (status !== null) observer.broken(status, socket.remoteAddress)
    },
  })
  handleErrors(app)
  // Before everything else: what is refused or waits there costs nothing more.
  app.addHook("onRequest", (request, reply, next) => bounded(request.raw, reply.raw, next))
  observer.attach(app)
  const stopping = new Stopping(app)
  stoppings.set(app, stopping)
  app.addHook("onRequest", (request, reply, next) => {
    writeHeaders(request, reply)
    next(refusalOf(request, reply) ?? refusalOfAddress(request.url) ?? refusalOfExpectation(request, reply))
  })
  // Node would answer it by itself, past everything here.
  app.server.on("checkExpectation", (request, answer) => app.routing(request, answer))
  await app.register(formbody, { bodyLimit })

  const { nowMs } = parts
  const services: Services = {
    database,
    passwords,
    site,
    nowMs,
    dateMs: parts.dateMs ?? Date.now,
    keyed: parts.keyed,
    pictures: parts.pictures,
    sms: parts.sms,
    onSmsQueued: parts.onSmsQueued ?? (() => {}),
    hasWebhook: parts.hasWebhook ?? false,
    anonymousSignOns: anonymousSignOns(parts.anonymousSignOnLimits ?? anonymousSignOnLimits, nowMs),
    outboundOf: outboundBy({
      ofPlatform: parts.innerNetworks ?? [],
      ofAll: parts.innerNetworksForAll ?? [],
    }),
    installation: parts.installation,
    underWay: new UnderWay(),
    sessions: sessionsIn(database, nowMs),
    screens: screensIn(database),
    events: eventFeed(database),
    warn: (message, error) =>
      error === undefined ? app.log.warn(message) : app.log.error({ err: error }, message),
  }
  registerCalls(app, services, parts.features)
  serveEventStream(app, services)
  serveAttachmentFiles(app, services, postgresBlobs)
  servePictures(app, services, storeFile)
  serveImportParts(app, services)
  serveOidc(app, services)
  runWebhooks(app, services)
  serveCas(app, services)
  await serveScim(app, services)
  serveSignInByOthers(app, services)
  // What a process that stopped has left.
  app.addHook("onListen", () => nudgeFirstPasswords(services))
  // OPS-5: other processes count this one by its connection for events.
  app.addHook("onListen", () => services.events.listen())
  app.addHook("preClose", () => stopFirstPasswords(services))
  serveHealth(app, { database, stopping, version: buildOf(parts.installation) })
  if (parts.metricsToken) serveMetrics(app, parts.metricsToken, scraper(database))
  serveOpenApi(app, {
    make: (part) => openApiOf(calls, site.brand.name, part),
    isSignedIn: (request) => hasSession(services, request),
  })
  if (parts.portalFolder !== null)
    await servePortal(app, { folder: parts.portalFolder, site, framedOrigins: framedOrigins(services) })
  return app
}
