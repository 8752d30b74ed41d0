import type { KeyScope } from "@uc/contract/applications/application-keys"
import { applicationKeyCalls } from "@uc/contract/applications/key-calls"
import type { LightMyRequestResponse } from "fastify"
import type { TestApp, TestClient } from "../test-app.ts"
import { grantFor } from "../test-danger.ts"
import { addApplication, type ApplicationInput } from "../oidc/test-relying-party.ts"

type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE"

export interface ScimAnswer {
  readonly status: number
  readonly headers: LightMyRequestResponse["headers"]
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly body: any
}

/** An application's server with one key. */
export class ScimClient {
  readonly #app: TestApp
  readonly key: string

  constructor(app: TestApp, key: string) {
    this.#app = app
    this.key = key
  }

  async ask(
    method: Method,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<ScimAnswer> {
    const answer = await this.#app.app.inject({
      method,
      url: `/scim/v2${path}`,
      headers: {
        authorization: `Bearer ${this.key}`,
        ...(body !== undefined && { "content-type": "application/scim+json" }),
        ...headers,
      },
      ...(body !== undefined && { payload: typeof body === "string" ? body : JSON.stringify(body) }),
    })
    return {
      status: answer.statusCode,
      headers: answer.headers,
      body: answer.body === "" ? null : (JSON.parse(answer.body) as unknown),
    }
  }

  get(path: string, parameters: Record<string, string> = {}): Promise<ScimAnswer> {
    const query = new URLSearchParams(parameters).toString()
    return this.ask("GET", query === "" ? path : `${path}?${query}`)
  }
}

export async function addKeyTo(
  app: TestApp,
  head: TestClient,
  id: string,
  scopes: KeyScope[] = ["directory:read", "directory:write"],
): Promise<string> {
  await grantFor(app, head, "application-secret")
  return (await head.send(applicationKeyCalls.add, { id, name: "同步", scopes, days: null })).key
}

interface Wanted extends ApplicationInput {
  readonly scopes?: KeyScope[]
  readonly isMaster?: boolean
}

/** A new application of the administrator's organisation, with a key. */
export async function scimClient(
  app: TestApp,
  head: TestClient,
  { scopes, isMaster = false, ...more }: Wanted = {},
): Promise<{ readonly id: string; readonly client: ScimClient }> {
  const { entry } = await addApplication(app, head, more)
  if (isMaster) {
    await grantFor(app, head, "application")
    await head.send(applicationKeyCalls.setMaster, { id: entry.id, isMaster: true })
  }
  return { id: entry.id, client: new ScimClient(app, await addKeyTo(app, head, entry.id, scopes)) }
}
