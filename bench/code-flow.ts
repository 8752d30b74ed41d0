import { createHash, randomBytes } from "node:crypto"
import { Agent, request } from "node:http"
import { text } from "node:stream/consumers"

export interface Answer {
  readonly status: number
  readonly location: string | null
  readonly cookies: readonly string[]
  readonly body: string
}

/** Lines that are kept, without what `fetch` costs: who asks runs on the same cores. */
export class Line {
  readonly #agent: Agent
  readonly #cookies = new Map<string, string>()
  readonly #origin: string

  constructor(origin: string, sockets = 1) {
    this.#origin = origin
    this.#agent = new Agent({ keepAlive: true, maxSockets: sockets })
  }

  keep(cookie: string): void {
    const at = cookie.indexOf("=")
    this.#cookies.set(cookie.slice(0, at), cookie.slice(at + 1))
  }

  send(
    method: "GET" | "POST",
    path: string,
    body: string | null = null,
    more: Record<string, string> = {},
  ): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join("; ")
      const headers = {
        cookie,
        ...(body === null
          ? {}
          : {
              "content-type": "application/x-www-form-urlencoded",
              "content-length": String(Buffer.byteLength(body)),
            }),
        ...more,
      }
      const sent = request(new URL(path, this.#origin), { method, headers, agent: this.#agent }, (answer) => {
        const cookies = answer.headers["set-cookie"] ?? []
        for (const each of cookies) this.keep(each.split(";")[0] ?? "")
        text(answer).then(
          (said) =>
            resolve({
              status: answer.statusCode ?? 0,
              location: answer.headers.location ?? null,
              cookies,
              body: said,
            }),
          reject,
        )
      })
      sent.on("error", reject)
      sent.end(body ?? undefined)
    })
  }

  close(): void {
    this.#agent.destroy()
  }
}

export interface Client {
  readonly clientId: string
  readonly secret: string
  readonly callback: string
  /** Where the provider's addresses begin. */
  readonly base: string
}

/** From the application's button to its tokens, in a browser that is signed in. */
export async function signOnOnce(line: Line, { clientId, secret, callback, base }: Client): Promise<void> {
  const verifier = randomBytes(32).toString("base64url")
  const asked = new URLSearchParams({
    client_id: clientId,
    redirect_uri: callback,
    response_type: "code",
    scope: "openid profile",
    state: "bench",
    nonce: "bench",
    code_challenge: createHash("sha256").update(verifier).digest("base64url"),
    code_challenge_method: "S256",
  })
  const { status, location, body } = await line.send("GET", `${base}/auth?${asked.toString()}`)
  const code = location === null ? null : new URL(location, callback).searchParams.get("code")
  if (code === null)
    throw new Error(`A sign-on was answered with ${status} ${location ?? body.slice(0, 300)}`)
  const form = new URLSearchParams({
    grant_type: "authorization_code",
    code,
    redirect_uri: callback,
    code_verifier: verifier,
  })
  const authorization = `Basic ${Buffer.from(`${clientId}:${secret}`).toString("base64")}`
  const answer = await line.send("POST", `${base}/token`, form.toString(), { authorization })
  if (answer.status !== 200 || !answer.body.includes("id_token"))
    throw new Error(`A code was answered with ${answer.status} ${answer.body.slice(0, 300)}`)
}
