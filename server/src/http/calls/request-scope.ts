import type { Call } from "@uc/contract/core/call"
import type { SiteConfig } from "@uc/contract/core/site"
import type { FastifyReply, FastifyRequest } from "fastify"
import type { Database, Db, MayLag, Transaction } from "../../db/open.ts"
import { nobody, type Scope } from "../../db/scope.ts"
import { plainAddress, type Caller } from "../../session/caller.ts"
import type { Services } from "../services.ts"
import type { OpenRequestContext } from "./request-context.ts"
import { deviceBehind, type Device } from "../../session/device.ts"
import { originOf } from "../host.ts"
import { actingWith } from "../../session/rights/held-permissions.ts"
import type { KnownScreen } from "../../session/screens.ts"
import type { SignedIn } from "../../session/signed-in.ts"
import { signatureOf, type Signature } from "./signature.ts"
import { writtenBefore } from "./written-cookie.ts"

/** The context of one request and its transaction. What most calls never use is made when it is first read. */
export class RequestScope implements OpenRequestContext {
  readonly user: SignedIn | null
  readonly screen: KnownScreen | null
  readonly before: { readonly sessionId: string } | null
  readonly scope: Scope
  /** The token of the browser's new session; null: it has none any more; undefined: nothing changes. */
  newSession: string | null | undefined = undefined
  /** The token of a screen that the browser has become, or stays. */
  newScreen: string | undefined = undefined
  noted: Readonly<Record<string, unknown>> = {}
  private readonly database: Database
  private readonly site: SiteConfig
  private readonly call: Call
  private readonly request: FastifyRequest
  private readonly reply: FastifyReply
  private transaction: Transaction | null = null
  /** What a replica may answer, in a transaction of its own. */
  private lagging: Transaction | null = null
  private readonly mayLag: MayLag | null
  private known: Device | null = null
  private isOver = false

  constructor(
    { database, site }: Pick<Services, "database" | "site">,
    call: Call,
    user: SignedIn | null,
    request: FastifyRequest,
    reply: FastifyReply,
    screen: KnownScreen | null = null,
  ) {
    this.database = database
    this.site = site
    this.call = call
    this.before = user
    // BARE-13: the person of a locked session is away. An open call is answered as if nobody were signed in.
    const isAway = call.open && user?.isLocked
    this.user = user === null || isAway ? null : actingWith(user, call.permission ?? call.more)
    this.screen = screen
    this.scope = screen?.scope ?? this.user?.scope ?? nobody
    this.request = request
    this.reply = reply
    this.mayLag = call.mayLag && database.replicaCounts() !== null ? writtenBefore(request) : null
    // Open calls, and only those, set a browser's cookie.
    if (call.open && !call.fromServers) this.known = deviceBehind(request, reply, true)
  }

  get db(): Db {
    return this.mayLag === null ? this.auditDb : this.begunLagging(this.mayLag).db
  }

  get auditDb(): Db {
    this.assertNotOver()
    if (this.transaction === null)
      this.request.transactionTimes = { beganMs: performance.now(), endedMs: null }
    this.transaction ??= this.database.begin(this.scope, this.call.writes ? "write" : "read")
    return this.transaction.db
  }

  private begunLagging(mayLag: MayLag): Transaction {
    this.assertNotOver()
    return (this.lagging ??= this.database.begin(this.scope, "read", mayLag))
  }

  private assertNotOver(): void {
    if (this.isOver) throw new Error("A query came after the end of its request")
  }

  /** Whether a query was made. */
  get hasBegun(): boolean {
    return this.transaction !== null || this.lagging !== null
  }

  get caller(): Caller {
    return {
      ip: plainAddress(this.request.ip),
      userAgent: this.request.headers["user-agent"] ?? "",
      origin: originOf(this.site, this.request),
    }
  }

  get device(): Device {
    return (this.known ??= deviceBehind(this.request, this.reply, false))
  }

  get signature(): Signature {
    return signatureOf(this.request)
  }

  // Handlers destructure these.
  get setHeaders() {
    return (headers: Readonly<Record<string, string>>): void => {
      this.reply.headers(headers)
    }
  }

  get setSession() {
    return (token: string | null): void => {
      this.newSession = token
    }
  }

  get setScreen() {
    return (token: string): void => {
      this.newScreen = token
    }
  }

  get note() {
    return (detail: Readonly<Record<string, unknown>>): void => {
      this.noted = detail
    }
  }

  async commit(): Promise<void> {
    this.isOver = true
    await this.endLagging()
    await this.transaction?.commit()
    this.noteEnd()
  }

  async rollback(): Promise<void> {
    this.isOver = true
    await this.endLagging()
    await this.transaction?.rollback()
    this.noteEnd()
  }

  private noteEnd(): void {
    const { transactionTimes } = this.request
    if (transactionTimes) transactionTimes.endedMs = performance.now()
  }

  /** It has only read: a replica that went away meanwhile changes nothing about the answer. */
  private async endLagging(): Promise<void> {
    await this.lagging?.rollback().catch(() => {})
  }
}
