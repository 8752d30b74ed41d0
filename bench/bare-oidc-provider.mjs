// What a sign-on is measured beside: oidc-provider with its store in memory and nothing of ours. `POST /session` signs somebody in.
import { createServer } from "node:http"
import { generateKeyPairSync } from "node:crypto"
import Provider from "oidc-provider"

const [client_id = "", client_secret = "", redirect_uri = "", port = "0"] = process.argv.slice(2)
const jwk = generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey.export({ format: "jwk" })
const claims = ["preferred_username", "name", "organisation", "departments", "posts", "roles"]

const server = createServer()
server.listen(Number(port), "127.0.0.1", () => {
  const at = /** @type {import("node:net").AddressInfo} */ (server.address())
  const issuer = `http://127.0.0.1:${at.port}`
  const provider = new Provider(issuer, {
    // The same work as ours, as far as it is the protocol's: PKCE, a secret, three tokens, and all of them end with the session.
    clients: [
      {
        client_id,
        client_secret,
        redirect_uris: [redirect_uri],
        grant_types: ["authorization_code", "refresh_token"],
      },
    ],
    pkce: { required: () => true },
    issueRefreshToken: async (_ctx, client) => client.grantTypeAllowed("refresh_token"),
    rotateRefreshToken: true,
    expiresWithSession: async () => true,
    jwks: { keys: [{ ...jwk, kid: "bench", alg: "RS256", use: "sig" }] },
    claims: { openid: ["sub"], profile: claims },
    conformIdTokenClaims: false,
    features: { devInteractions: { enabled: false } },
    cookies: { long: { signed: false }, short: { signed: false } },
    findAccount: (_ctx, accountId) => ({
      accountId,
      claims: () => ({ sub: accountId, ...Object.fromEntries(claims.map((each) => [each, each])) }),
    }),
    async loadExistingGrant({ oidc: { client, account, session } }) {
      if (!client || !account || !session) return undefined
      const known = session.grantIdFor(client.clientId)
      if (known) return provider.Grant.find(known)
      const grant = new provider.Grant({ accountId: account.accountId, clientId: client.clientId })
      grant.addOIDCScope("openid profile")
      await grant.save()
      return grant
    },
  })
  const serve = provider.callback()
  server.on("request", async (request, response) => {
    if (request.url !== "/session") return serve(request, response)
    const session = new provider.Session()
    session.loginAccount({ accountId: "1", loginTs: Math.floor(Date.now() / 1000) })
    await session.save(3600)
    response.setHeader("set-cookie", `${provider.cookieName("session")}=${session.jti}; path=/`)
    response.end()
  })
  console.log(issuer)
})
process.once("SIGTERM", () => process.exit(0))
