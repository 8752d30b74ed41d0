import { randomUUID } from "node:crypto"
import { once } from "node:events"
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import * as client from "openid-client"

export interface ServedParty {
  readonly origin: string
  readonly callback: string
  /** With what its administrator was told; until then it refuses everybody. */
  connect(given: {
    readonly issuer: string
    readonly clientId: string
    readonly secret: string
  }): Promise<void>
  stop(): void
}

/** A small system on an address of its own: whoever opens it is sent to sign in, and comes back to a page with their name. */
export async function serveRelyingParty(): Promise<ServedParty> {
  const begun = new Map<string, client.AuthorizationCodeGrantChecks>()
  const names = new Map<string, string>()
  let config: client.Configuration | null = null

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? "/", origin)
    const name = names.get(/rp_session=([\w-]+)/.exec(request.headers.cookie ?? "")?.[1] ?? "")
    if (!config) response.writeHead(503).end("not connected")
    else if (url.pathname === "/callback") {
      const checks = begun.get(url.searchParams.get("state") ?? "")
      const claims = (await client.authorizationCodeGrant(config, url, checks)).claims()
      const session = randomUUID()
      names.set(session, claims?.["name"] as string)
      response
        .writeHead(302, {
          location: "/",
          "set-cookie": `rp_session=${session}; Path=/; HttpOnly; SameSite=Lax`,
        })
        .end()
    } else if (name !== undefined)
      response
        .writeHead(200, { "content-type": "text/html; charset=utf-8" })
        .end(`<!doctype html><html lang="zh-CN"><title>办公系统</title><h1>您好，${name}</h1></html>`)
    else response.writeHead(302, { location: await signOnAt(config) }).end()
  }

  async function signOnAt(configured: client.Configuration): Promise<string> {
    const pkceCodeVerifier = client.randomPKCECodeVerifier()
    const [state, nonce] = [client.randomState(), client.randomNonce()]
    begun.set(state, { pkceCodeVerifier, expectedState: state, expectedNonce: nonce, idTokenExpected: true })
    return client.buildAuthorizationUrl(configured, {
      redirect_uri: callback,
      scope: "openid profile",
      code_challenge: await client.calculatePKCECodeChallenge(pkceCodeVerifier),
      code_challenge_method: "S256",
      state,
      nonce,
    }).href
  }

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => response.writeHead(500).end(String(error)))
  }).listen(0, "127.0.0.1")
  await once(server, "listening")
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const callback = `${origin}/callback`
  return {
    origin,
    callback,
    async connect({ issuer, clientId, secret }) {
      config = await client.discovery(
        new URL(issuer),
        clientId,
        undefined,
        client.ClientSecretBasic(secret),
        {
          execute: [client.allowInsecureRequests],
        },
      )
    },
    stop() {
      server.closeAllConnections()
      server.close()
    },
  }
}
