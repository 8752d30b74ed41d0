import type { z } from "zod"
import { defaultTimeoutMs } from "./http.ts"
import type { SensitiveModule } from "../reauth/sensitive-modules.ts"
import type { PermissionId } from "../roles/permission-id.ts"
import type { ForVendors } from "../api-docs/vendor-subjects.ts"

/** The four services of the specification; one process may serve them all. */
export const services = ["usercenter", "newusercenter", "ewls", "vms"] as const
export type Service = (typeof services)[number]

/** How a call of the specification is read, beyond its shape. */
export interface Specified {
  /** The parameters for which an empty text is a value. For all others it means "not given". */
  readonly emptyIsValue: readonly string[]
}

type Shape = z.ZodObject
type Answer = z.ZodType

interface Common<I extends Shape, O extends Answer> {
  readonly service: Service
  readonly path: `/${string}`
  /** Parameters as they travel. A key that the shape does not know is ignored, never stored. */
  readonly input: I
  readonly output: O
  readonly timeoutMs?: number
  /** Parts of the address that never change, e.g. `?isneeduser=1`. They also tell apart calls of one path. */
  readonly fixed?: Readonly<Record<string, string>>
  /** Which field of the reply holds the output; `ret` where the result code itself is the answer. */
  readonly answerIn?: "data" | "list" | "ret"
  /** What this call's `ret` is when it went well: 1 for most, true for some. */
  readonly ret?: 1 | true
  /** Made by a timer: no sign of a person, so it does not keep the session active. */
  readonly polled?: true
  /** Answered also while the session is locked. Nothing personal may be in it. */
  readonly whileLocked?: true
  /**
   * SPEC-2, SPEC-3: section 7 of the specification gives its address or its parameters, so that programs make it that nobody will change:
   * its input is read tolerantly, and who does not ask for status codes reads a refusal in the answer (decision 113).
   */
  readonly specified?: Specified | true
  /** SPEC-5: the sentence of a refusal that has none of its own, such as a body that cannot be read. */
  readonly failed?: string
  /** SPEC-3: the field of the output, a `data:` address, that is answered as a picture where a picture is asked for. */
  readonly picture?: string
  /** SSO-6: servers of other systems may make it: the API page shows it first, and to whoever has not signed in. */
  readonly forVendors?: ForVendors
}

/**
 * OPS-5: may be answered by a replica, some seconds behind but never behind the caller's own writes. For lists that nobody
 * waits for, statistics and exports; not for what an event has the portal load again, nor for an answer out of a cache.
 */
interface Lag {
  /** Of an export, which writes the audit log, what it reads. */
  readonly mayLag?: true
}

/** DISTRICT-8: a call that needs a session says what else it needs. */
type Permitted =
  | {
      /** Whose scope is also what the caller administers in it. */
      readonly permission: PermissionId
    }
  | {
      /** Everybody who is signed in may make it. */
      readonly permission: null
      /** Whoever has this permission is shown or may do more in it. */
      readonly more?: PermissionId
    }

type Openness =
  | ({
      readonly open?: false
      /** DAY-7: made by a big screen too, which makes no other. It must not write, and nothing personal may be in it. */
      readonly screen?: true
    } & Permitted)
  | {
      readonly open: true
      /**
       * Made by other sites' servers, which have neither a page nor a cookie: no session is read, and requests from
       * browsers (they always name their page) are refused. The input itself must prove who sends it.
       */
      readonly fromServers?: true
      /**
       * With `fromServers`: three headers prove who sends it, `signatureHeaders` of alarm-sources/calls.ts; the body may
       * be larger.
       */
      readonly signed?: true
    }

/** A POST says whether it changes something, and a change says whether it needs a fresh grant (AUTH-8). */
type Effect =
  | ({ readonly method: "GET" } & Lag)
  | ({ readonly method: "POST"; readonly encoding: "form" | "json"; readonly writes: false } & Lag)
  | ({
      readonly method: "POST"
      readonly encoding: "form" | "json"
      readonly writes: true
      /** The module id whose grant is spent, or false. */
      readonly sensitive: SensitiveModule | false
      /**
       * Takes no idempotency key (REQ-2): what it consumes can be used once anyway, and its answer must not be stored,
       * e.g. because it brings a new session token.
       */
      readonly onceByItself?: true
    } & Lag)

type Declaration<I extends Shape, O extends Answer> = Common<I, O> & Openness & Effect

export interface Call<
  I extends Shape = Shape,
  O extends Answer = Answer,
  Open extends boolean = boolean,
  Screen extends boolean = boolean,
> {
  readonly service: Service
  readonly method: "GET" | "POST"
  readonly path: `/${string}`
  readonly encoding: "query" | "form" | "json"
  readonly timeoutMs: number
  readonly open: Open
  readonly screen: Screen
  readonly fromServers: boolean
  readonly signed: boolean
  readonly writes: boolean
  readonly sensitive: SensitiveModule | false
  /** Null: open, or for everybody who is signed in. */
  readonly permission: PermissionId | null
  readonly more: PermissionId | null
  readonly onceByItself: boolean
  readonly fixed: Readonly<Record<string, string>>
  readonly answerIn: "data" | "list" | "ret"
  readonly ret: 1 | true
  readonly polled: boolean
  readonly whileLocked: boolean
  readonly mayLag: boolean
  readonly forVendors: ForVendors | null
  /** Null: a call of our own, which is strict. */
  readonly specified: Specified | null
  readonly picture: string | null
  readonly failed: string | null
  readonly input: I
  readonly output: O
}

export type CallGroup = Readonly<Record<string, Call>>

/** What a caller hands over, and what a handler receives once it is parsed. */
export type InputOf<C extends Call> = z.input<C["input"]>
export type ParsedInputOf<C extends Call> = z.output<C["input"]>
/** What a caller receives, and what a handler may return before it is parsed. */
export type OutputOf<C extends Call> = z.output<C["output"]>
export type RawOutputOf<C extends Call> = z.input<C["output"]>

export function call<
  I extends Shape,
  O extends Answer,
  const D extends Declaration<I, O> = Declaration<I, O>,
>(
  declared: D & Declaration<I, O>,
): Call<I, O, D extends { open: true } ? true : false, D extends { screen: true } ? true : false> {
  const isPost = declared.method === "POST"
  return {
    service: declared.service,
    method: declared.method,
    path: declared.path,
    encoding: isPost ? declared.encoding : "query",
    timeoutMs: declared.timeoutMs ?? defaultTimeoutMs,
    open: (declared.open ?? false) as D extends { open: true } ? true : false,
    screen: (declared.open !== true && (declared.screen ?? false)) as D extends { screen: true }
      ? true
      : false,
    fromServers: declared.open === true && (declared.fromServers ?? false),
    signed: declared.open === true && (declared.signed ?? false),
    writes: isPost && declared.writes,
    sensitive: isPost && declared.writes ? declared.sensitive : false,
    permission: declared.open === true ? null : declared.permission,
    more: declared.open !== true && declared.permission === null ? (declared.more ?? null) : null,
    onceByItself: isPost && declared.writes && (declared.onceByItself ?? false),
    fixed: declared.fixed ?? {},
    answerIn: declared.answerIn ?? "data",
    ret: declared.ret ?? 1,
    polled: declared.polled ?? false,
    whileLocked: declared.whileLocked ?? false,
    mayLag: declared.mayLag ?? false,
    forVendors: declared.forVendors ?? null,
    specified: declared.specified === true ? { emptyIsValue: [] } : (declared.specified ?? null),
    picture: declared.picture ?? null,
    failed: declared.failed ?? null,
    input: declared.input,
    output: declared.output,
  }
}
