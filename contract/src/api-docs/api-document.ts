import type { ErrorGroup } from "./error-catalogue.ts"
import type { SampleGroup } from "./samples/sample-group.ts"

/** SSO-6: where the description of the calls is. Whoever has not signed in gets the part for vendors. */
export const apiDocumentPath = "/openapi.json"

export type ApiPart = "all" | "vendors"

/** What an OpenAPI document has beside the calls themselves. */
export interface ApiDocument {
  readonly openapi: string
  readonly info: { readonly title: string; readonly version: string }
  readonly tags: readonly { readonly name: string; readonly description?: string }[]
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  /** What is sent to applications. */
  readonly webhooks: Readonly<Record<string, { readonly post: object }>>
  readonly "x-part": ApiPart
  readonly "x-samples": readonly SampleGroup[]
  readonly "x-errors": readonly ErrorGroup[]
}
