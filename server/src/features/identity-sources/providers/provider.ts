import type { SourceKind } from "@uc/contract/identity-sources/kinds"
import type { ByOtherProblem } from "@uc/contract/identity-sources/problems"
import type { Id } from "@uc/contract/core/wire"
import type { Outbound } from "../../../http/outbound/outbound.ts"

/** A source as it is asked, with its secret. */
export interface Source {
  readonly id: Id
  readonly orgId: Id
  /** Which inner networks it may be in follows from this. */
  readonly isOfPlatform: boolean
  readonly key: string
  readonly kind: SourceKind
  readonly name: string
  readonly address: string
  readonly clientId: string
  readonly agentId: string
  readonly secret: string
  readonly accountClaim: string
  readonly mailDomains: readonly string[]
  readonly signsOutThere: boolean
  readonly version: number
}

/** What a sign-in begins with; kept until the browser comes back. */
export interface Begun {
  readonly callback: string
  readonly state: string
  readonly nonce: string
  readonly verifier: string
}

/** Whom the other side has vouched for. */
export interface Identity {
  /** Who vouches: another server's people are others, whatever they are called. */
  readonly authority: string
  /** What never changes there. */
  readonly subject: string
  readonly name: string
  readonly account: string
  /** Null: none that the other side has checked. */
  readonly mail: string | null
  /** As the other side writes it, if it has checked it; it fills in a box and proves nothing. */
  readonly phone: string | null
  /** OpenID Connect alone: shown to the other side when signing out there. */
  readonly idToken?: string
}

export interface Provider {
  /** Where the browser goes. `inApp`: of which kind of source the app is that it is a part of; null: of none, it is a browser. */
  begin(source: Source, begun: Begun, inApp: SourceKind | null): Promise<URL>
  /** `answer`: the address that the browser came back to. */
  finish(source: Source, begun: Begun, answer: URL): Promise<Identity>
  /** As much as can be asked without a person. Gives what it found. */
  check(source: Source, callback: string): Promise<string>
  /** Where the browser signs out there. `back`: where it comes back to. Missing or null: the other side has no such address. */
  signOut?(source: Source, idToken: string | null, back: string): Promise<URL | null>
}

export interface ProviderParts {
  readonly outbound: Outbound
  readonly nowMs: () => number
}

/** A sign-in by another that can't go on. `detail` is for the log, `words` what an administrator should mend; neither has a secret. */
export class ByOtherFailure extends Error {
  readonly problem: ByOtherProblem
  readonly detail: string

  readonly words: string | null
  /** The other side's own number of the error; null: it has none. */
  readonly code: number | null

  constructor(
    problem: ByOtherProblem,
    detail: string,
    words: string | null = null,
    code: number | null = null,
  ) {
    super(`${problem}: ${detail}`)
    this.problem = problem
    this.detail = detail
    this.words = words
    this.code = code
  }
}
