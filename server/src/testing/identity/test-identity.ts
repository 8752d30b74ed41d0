import { demoPassword } from "@uc/contract/demo/accounts"
import { accountCalls } from "@uc/contract/account/calls"
import type { Call, InputOf, OutputOf } from "@uc/contract/core/call"
import type { Reply } from "@uc/contract/core/reply"
import { identityAdminCalls, type ListedSource } from "@uc/contract/identity-sources/admin-calls"
import { identityCalls } from "@uc/contract/identity-sources/calls"
import { byOtherProblemParameter, byOtherTicket } from "@uc/contract/identity-sources/problems"
import { loginCalls } from "@uc/contract/login/calls"
import { createHash, randomBytes, randomInt } from "node:crypto"
import type { LightMyRequestResponse } from "fastify"
import { grantFor } from "../test-danger.ts"
import { md5, requestFor, type TestApp, type TestClient } from "../test-app.ts"
import { newestCode, solvedSlider } from "../test-browser.ts"
import { clientId, clientSecret } from "./outside-oidc.ts"

type SourceInput = InputOf<typeof identityAdminCalls.save>

export const plainSource: SourceInput = {
  kind: "oidc",
  name: "区统一身份",
  address: "",
  clientId,
  agentId: "",
  accountClaim: "",
  mailDomains: [],
  order: 0,
  isForBelow: false,
  isDisabled: false,
  signsOutThere: false,
  secret: clientSecret,
}

export async function addSource(
  app: TestApp,
  head: TestClient,
  more: Partial<SourceInput>,
): Promise<ListedSource> {
  await grantFor(app, head, "identity-source")
  return head.send(identityAdminCalls.save, {
    ...plainSource,
    ...more,
  })
}

/** A browser that keeps its cookies, at an address of its own. */
export class Visitor {
  readonly #app: TestApp
  readonly #jar = new Map([["uc_did", randomBytes(32).toString("base64url")]])
  readonly #address = `198.18.${randomInt(256)}.${randomInt(256)}`

  constructor(app: TestApp) {
    this.#app = app
  }

  get cookie(): string {
    return [...this.#jar].map(([name, value]) => `${name}=${value}`).join("; ")
  }

  get isSignedIn(): boolean {
    return this.#jar.has("uc_sid")
  }

  /** What the server knows this browser by. */
  get deviceHash(): Buffer {
    return this.#hashOf("uc_did")
  }

  get tokenHash(): Buffer {
    return this.#hashOf("uc_sid")
  }

  #hashOf(cookie: string): Buffer {
    return createHash("sha256")
      .update(this.#jar.get(cookie) ?? "")
      .digest()
  }

  #keep(answer: LightMyRequestResponse): LightMyRequestResponse {
    for (const { name, value } of answer.cookies) {
      if (value === "") this.#jar.delete(name)
      else this.#jar.set(name, value)
    }
    return answer
  }

  /** Where it is sent to. */
  async open(address: string | URL, headers: Readonly<Record<string, string>> = {}): Promise<URL> {
    const { pathname, search } = new URL(address, "http://localhost")
    const answer = this.#keep(
      await this.#app.app.inject({
        url: `${pathname}${search}`,
        headers: { host: "localhost", cookie: this.cookie, ...headers },
        remoteAddress: this.#address,
      }),
    )
    const { location } = answer.headers
    if (answer.statusCode !== 302 || location === undefined)
      throw new Error(`${pathname} answered ${answer.statusCode}`)
    return new URL(location, "http://localhost")
  }

  async request(call: Call, input: Record<string, unknown>): Promise<LightMyRequestResponse> {
    const sent = requestFor(call, input, { cookie: this.cookie })
    return this.#keep(await this.#app.app.inject({ ...sent, remoteAddress: this.#address }))
  }

  /** The answer, or the sentence and the kind of a refusal. */
  async send<C extends Call>(
    call: C,
    input: InputOf<C>,
  ): Promise<{ readonly data?: OutputOf<C>; readonly msg?: string; readonly reply: Reply }> {
    const reply = (await this.request(call, input)).json<Reply>()
    if (reply.ret !== 1) return { msg: reply.msg ?? "", reply }
    return { data: call.output.parse(reply[call.answerIn]) as OutputOf<C>, reply }
  }

  async signIn(account: string): Promise<void> {
    const { msg } = await this.send(accountCalls.signIn, { account, password: md5(demoPassword) })
    if (msg !== undefined) throw new Error(msg)
  }

  /** Has a code sent to a phone, and signs in with it: what the answer says. */
  async signInByCode(phone: string): Promise<Reply> {
    const slider = await solvedSlider(this.#app.database, this.deviceHash, "sms")
    const sent = await this.send(loginCalls.sendSignInCode, { phone, ...slider })
    if (sent.msg !== undefined) return sent.reply
    const vcode = (await newestCode(this)) ?? ""
    return (await this.send(loginCalls.smsSignIn, { phone, vcode })).reply
  }

  async signedInAs(): Promise<string | null> {
    const { data } = await this.send(accountCalls.current, {})
    return data?.nickname ?? null
  }
}

/** The parameters of the portal's own address, which stand behind its `#`. */
export function placeOf({ hash }: URL): { readonly path: string; readonly parameters: URLSearchParams } {
  const [path = "", search = ""] = hash.slice(1).split("?")
  return { path, parameters: new URLSearchParams(search) }
}

export function ticketIn(at: URL): string {
  return placeOf(at).parameters.get(byOtherTicket) ?? ""
}

export function problemIn(at: URL): string | null {
  return placeOf(at).parameters.get(byOtherProblemParameter)
}

/** From the button to the other side and back: where the portal is opened. */
export async function throughOther(
  visitor: Visitor,
  { signInAddress }: ListedSource,
  other: { signIn(address: URL): URL },
): Promise<URL> {
  return visitor.open(other.signIn(await visitor.open(signInAddress)))
}

/** Somebody who has linked: by the other side, then by the own password, in one browser. */
export async function linked(
  app: TestApp,
  account: string,
  source: ListedSource,
  other: { signIn(address: URL): URL },
): Promise<void> {
  const visitor = new Visitor(app)
  const ticket = ticketIn(await throughOther(visitor, source, other))
  await visitor.signIn(account)
  const { msg } = await visitor.send(identityCalls.link, { ticket })
  if (msg !== undefined) throw new Error(msg)
}
