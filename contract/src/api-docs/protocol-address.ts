import type { ProtocolParameter } from "./protocol-parameters.ts"
import type { VendorSubject } from "./vendor-subjects.ts"

/** SSO-6: addresses of protocols that others have defined. They are no calls of ours; what is in them is the protocol's. */
export interface ProtocolAddress {
  readonly subject: VendorSubject
  readonly method: "get" | "post" | "put" | "patch" | "delete"
  /** `{id}`: of a resource. */
  readonly path: string
  readonly summary: string
  /** Required ones first. */
  readonly parameters: readonly ProtocolParameter[]
  readonly headers?: readonly ProtocolParameter[]
  /** What is sent as JSON, by an example; without it a POST sends its parameters as a form. */
  readonly body?: { readonly type: string; readonly example: object }
  /** `browser`: people are sent there; `server`: the other system's server asks; `key`: it asks with a key of its application. */
  readonly by: "browser" | "server" | "key"
  /** Null: there is none. */
  readonly answer: string | null
  /** Where it is not 200. */
  readonly status?: 201 | 204
}
