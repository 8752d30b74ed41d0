import { mkdirSync } from "node:fs"
import { join } from "node:path"
import { accountCalls } from "@uc/contract/account/calls"
import { applicationAdminCalls } from "@uc/contract/applications/admin-calls"
import { applicationCalls } from "@uc/contract/applications/calls"
import { expect, test } from "vitest"
import { addApplication, Browser, listening } from "../../server/src/testing/oidc/test-relying-party.ts"
import { testApp } from "../../server/src/testing/test-app.ts"
import { apachePort, startApache } from "./apache.ts"

/** What the page's server knows of who has come: Apache writes it into the answer. */
const told = ["name", "organisation", "administrator"]

test("[SSO-1] Debian's Apache with mod_auth_openidc: sign in, claims arrive, back-channel logout ends it", async () => {
  const app = await testApp({ innerNetworksForAll: ["127.0.0.0/8"] })
  const base = await listening(app)
  const { port, origin } = await apachePort()
  const callback = `${origin}/oidc/callback`
  const head = await app.as("head-a1")
  const { entry, secret } = await addApplication(app, head, {
    name: "资料系统",
    homeAddress: `${origin}/`,
    redirectAddresses: [callback],
    logoutAddresses: [],
    // As the module has it: one of the ways to call its own address.
    backchannelAddress: `${callback}?logout=backchannel`,
  })
  const { log } = await startApache({
    module: "mod_auth_openidc.so",
    debianPackage: "libapache2-mod-auth-openidc",
    more: ["headers"],
    port,
    pages: { "index.html": "<h1>资料系统</h1>" },
    config: ({ folder }) => {
      mkdirSync(join(folder, "oidc"))
      return [
        `OIDCProviderMetadataURL ${base}/oidc/.well-known/openid-configuration`,
        `OIDCClientID ${entry.clientId}`,
        `OIDCClientSecret ${secret}`,
        `OIDCRedirectURI ${callback}`,
        `OIDCCryptoPassphrase ${"x".repeat(32)}`,
        `OIDCScope "openid profile"`,
        "OIDCPKCEMethod S256",
        "OIDCRemoteUserClaim preferred_username",
        // A session on the server, or a logout that comes by itself could end nothing.
        "OIDCSessionType server-cache",
        "OIDCCacheType file",
        `OIDCCacheDir ${folder}/oidc`,
        // Without it only a browser's own navigation is sent to sign in, and `fetch` says that it is none.
        "OIDCUnAuthAction auth true",
        "<Location />",
        "  AuthType openid-connect",
        "  Require valid-user",
        "</Location>",
        `Header always set X-User "expr=%{REMOTE_USER}"`,
        ...told.map((name) => `Header always set X-${name} "expr=%{req:OIDC_CLAIM_${name}}"`),
      ].join("\n")
    },
  })

  const teacher = await app.as("teacher-a1")
  const user = await teacher.send(accountCalls.current, {})
  const portal = new Browser(base, teacher.headers["cookie"])
  const site = new Browser(origin)
  const { applications } = await teacher.send(applicationCalls.mine, {})
  const tile = applications.find(({ id }) => id === entry.id)
  /** A click on it, with everything that the two servers send a browser to and fro. */
  async function open(): Promise<Response> {
    let at = new URL(tile?.homeAddress ?? "")
    for (let hop = 0; hop < 10; hop++) {
      const answer = await (at.origin === origin ? site : portal).get(at)
      const location = answer.headers.get("location")
      if (location === null) return answer
      at = new URL(location, at)
      if (at.hash !== "") return new Response(at.href, { status: 401 })
    }
    throw new Error(`Too many redirects: ${log()}`)
  }
  const received = (answer: Response, name: string) =>
    Buffer.from(answer.headers.get(name) ?? "", "latin1").toString()

  const first = await open()
  expect([first.status, await first.text()], log()).toEqual([200, "<h1>资料系统</h1>"])
  expect(first.headers.get("x-user")).toBe("teacher-a1")
  expect(received(first, "x-name")).toBe(user.nickname)
  expect(received(first, "x-organisation")).toBe(user.orgname)
  expect(received(first, "x-administrator")).toBe("none")
  // It has a session of its own now.
  expect((await site.get(`${origin}/`)).status).toBe(200)

  await teacher.send(accountCalls.signOut, {})
  await expect
    .poll(async () => (await site.get(`${origin}/`)).status, { timeout: 5000, interval: 100 })
    .toBe(302)
  const { signOuts } = await head.send(applicationAdminCalls.signOuts, { id: entry.id })
  expect(signOuts, log()).toMatchObject([{ isTold: true, answer: "200" }])
  expect((await open()).status).toBe(401)
})
