import { demoPassword } from "@uc/contract/demo/accounts"
import { createHash, randomInt } from "node:crypto"
import type { Call, InputOf, OutputOf } from "@uc/contract/core/call"
import { acceptWithStatuses } from "@uc/contract/core/http"
import { succeeded, type Reply } from "@uc/contract/core/reply"
import { accountCalls } from "@uc/contract/account/calls"
import { defaultSiteConfig } from "@uc/contract/core/site-defaults"
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from "fastify"
import { tmpdir } from "node:os"
import { inject, onTestFinished } from "vitest"
import { buildApp, type AppParts } from "../app.ts"
import { dayOf } from "../demo/world.ts"
import { openDatabase, type Database } from "../db/open.ts"
import { scratchDatabase } from "./scratch-database.ts"
import { collectedLogs } from "./test-logs.ts"
import { features } from "../features.ts"
import { keyedBy } from "../security/keyed.ts"
import { testPasswords } from "./test-passwords.ts"
import { inProcessMaker } from "../slider/picture-maker.ts"

const origin = "http://localhost"
/** A busy machine lets everybody wait for a connection and for its answers. Tests of the waiting itself open a database with the product's limit. */
const waitMs = 20_000

export class Refused extends Error {
  readonly status: number
  readonly reply: Reply

  constructor(status: number, reply: Reply) {
    super(reply.msg ?? "")
    this.status = status
    this.reply = reply
  }
}

export interface TestClient {
  /** The cookie, for requests that no call of the contract would make. */
  readonly headers: Record<string, string>
  /** Sends what the portal would send; a refusal is thrown with its message. */
  send<C extends Call>(call: C, input: InputOf<C>, headers?: Record<string, string>): Promise<OutputOf<C>>
  /** The answer as it is, for tests of status, headers and cookies. */
  request(
    call: Call,
    input: Record<string, unknown>,
    headers?: Record<string, string>,
  ): Promise<LightMyRequestResponse>
}

export interface TestApp {
  readonly app: FastifyInstance
  readonly url: string
  readonly database: Database
  /** Signs in over HTTP, with an account of the tiny demo data. */
  as(account: string): Promise<TestClient>
  readonly anonymous: TestClient
  /** A client of a second process on the same database, with its own connections and caches. */
  another(
    parts?: Partial<AppParts>,
  ): Promise<{ readonly app: FastifyInstance; as(client: TestClient): TestClient }>
}

/** A date in the future, whenever the test runs. */
export const nextMonth = `${dayOf(new Date(Date.now() + 30 * 24 * 60 * 60_000))} 08:00:00`

export function md5(password: string): string {
  return createHash("md5").update(password).digest("hex").toUpperCase()
}

/** The application on a scratch database of its own; removed after the test (or the file's beforeAll). */
export async function testApp(parts: Partial<AppParts> = {}, cleanUp = onTestFinished): Promise<TestApp> {
  const scratch = await scratchDatabase()
  const standard = standardParts()
  const database = openDatabase(scratch.url, () => {}, waitMs)
  const app = await buildApp({ ...standard, database, ...parts })
  const others: (() => Promise<void>)[] = []
  cleanUp(async () => {
    for (const close of others) await close()
    await app.close()
    await database.close().catch(() => {})
    await scratch.drop()
  })
  return {
    app,
    database,
    url: scratch.url,
    anonymous: client(app),
    async another(otherParts = {}) {
      const own = openDatabase(scratch.url, () => {}, waitMs)
      const second = await buildApp({ ...standard, database: own, ...parts, ...otherParts })
      others.push(async () => {
        await second.close()
        await own.close()
      })
      return { app: second, as: ({ headers }) => client(second, headers) }
    },
    async as(account) {
      const signedIn = await client(app).request(accountCalls.signIn, {
        account,
        password: md5(demoPassword),
      })
      if (signedIn.statusCode !== 200) throw new Error(`${account} can't sign in: ${signedIn.body}`)
      return client(app, { cookie: cookiesOf(signedIn) })
    },
  }
}

export const testInstallation: AppParts["installation"] = {
  version: "0.0.0",
  commit: null,
  process: { id: "test/1", host: "test", pid: 1 },
  startedMs: Date.now(),
  host: "127.0.0.1",
  dataDir: tmpdir(),
  folders: [{ name: "DATA_DIR", path: tmpdir() }],
  isEmbedded: true,
  trustedProxies: 0,
  smsGateway: null,
  reminderWebhook: null,
  pepper: { from: "variable", isWeak: false },
  jobs: [],
  backupTo: null,
}

function standardParts(): Omit<AppParts, "database"> {
  return {
    passwords: testPasswords(inject("pepper")),
    keyed: keyedBy(inject("pepper")),
    pictures: inProcessMaker(randomInt),
    sms: "screen",
    installation: testInstallation,
    site: { ...defaultSiteConfig, isDemo: true },
    portalFolder: null,
    trustedProxies: 0,
    logs: collectedLogs("silent").logs,
    // Tests send more requests than people; those of the budget set one.
    requestBudget: { perAddress: 0, perSession: 0 },
    nowMs: () => performance.now(),
    features,
  }
}

/** The cookies that a browser would send back: of the session and of the browser itself. */
export function cookiesOf({ cookies }: LightMyRequestResponse): string {
  return cookies.map(({ name, value }) => `${name}=${value}`).join("; ")
}

function client(app: FastifyInstance, own: Record<string, string> = {}): TestClient {
  const request: TestClient["request"] = (call, input, headers = {}) =>
    app.inject(requestFor(call, input, { ...own, ...headers }))
  return {
    headers: own,
    request,
    async send(call, input, headers) {
      const answer = await request(call, input, headers)
      const reply = answer.json<Reply>()
      if (call.answerIn !== "ret" && !succeeded(reply.ret)) throw new Refused(answer.statusCode, reply)
      return call.output.parse(reply[call.answerIn]) as never
    },
  }
}

export function requestFor(
  call: Call,
  input: Record<string, unknown>,
  headers: Record<string, string> = {},
): InjectOptions {
  const given = Object.entries(input).filter(([, value]) => value !== undefined)
  const asText = given.map(([name, value]) => [name, String(value)])
  const query = { ...call.fixed, ...(call.encoding === "query" ? Object.fromEntries(asText) : {}) }
  const options: InjectOptions = {
    method: call.method,
    url: `${defaultSiteConfig.services[call.service]}${call.path}`,
    query,
    headers: {
      host: "localhost",
      accept: acceptWithStatuses,
      ...(call.method === "POST" && !call.fromServers ? { origin } : {}),
      ...headers,
    },
  }
  if (call.encoding === "form") {
    options.headers = { "content-type": "application/x-www-form-urlencoded", ...options.headers }
    options.payload = new URLSearchParams(asText).toString()
  }
  if (call.encoding === "json") options.payload = input
  return options
}
