import { mkdirSync } from "node:fs"
import { join } from "node:path"
import { accountCalls } from "@uc/contract/account/calls"
import { applicationAdminCalls } from "@uc/contract/applications/admin-calls"
import { applicationCalls } from "@uc/contract/applications/calls"
import { casBase } from "@uc/contract/applications/cas"
import { expect, test } from "vitest"
import { casApplication } from "../../server/src/testing/cas/test-cas-client.ts"
import { addApplication, Browser, listening } from "../../server/src/testing/oidc/test-relying-party.ts"
import { testApp } from "../../server/src/testing/test-app.ts"
import { apachePort, startApache } from "./apache.ts"

/** What the page's server knows of who has come: Apache writes it into the answer. */
const told = ["name", "organisation", "departments", "administrator"]

test("[SSO-2] Debian's Apache with mod_auth_cas: sign in, attributes arrive, single logout ends it", async () => {
  const app = await testApp({ innerNetworksForAll: ["127.0.0.0/8"] })
  const base = await listening(app)
  const { port, origin } = await apachePort()
  const { log } = await startApache({
    module: "mod_auth_cas.so",
    debianPackage: "libapache2-mod-auth-cas",
    more: ["headers", "auth_basic"],
    port,
    pages: { "index.html": "<h1>教务系统</h1>" },
    config: ({ folder }) => {
      mkdirSync(join(folder, "cas"))
      return [
        `CASCookiePath ${folder}/cas/`,
        `CASLoginURL ${base}${casBase}/login`,
        `CASValidateURL ${base}${casBase}/p3/serviceValidate`,
        "CASVersion 2",
        "CASSSOEnabled On",
        "CASDebug On",
        "CASAttributePrefix CAS-",
        "<Location />",
        "  AuthType CAS",
        "  Require valid-user",
        "  CASAuthNHeader CAS-User",
        "</Location>",
        `Header always set X-User "expr=%{REMOTE_USER}"`,
        ...told.map((name) => `Header always set X-${name} "expr=%{req:CAS-${name}}"`),
      ].join("\n")
    },
  })
  const service = `${origin}/`
  const head = await app.as("head-a1")
  const more = { name: "教务系统", homeAddress: service, redirectAddresses: [service], logoutAddresses: [] }
  const { entry } = await addApplication(app, head, { ...casApplication, ...more })

  const teacher = await app.as("teacher-a1")
  const user = await teacher.send(accountCalls.current, {})
  const portal = new Browser(base, teacher.headers["cookie"])
  const site = new Browser(origin)
  const { applications } = await teacher.send(applicationCalls.mine, {})
  const tile = applications.find(({ id }) => id === entry.id)
  /** A click on it, with everything that the two servers send a browser to and fro. */
  async function open(): Promise<Response> {
    let at = new URL(tile?.homeAddress ?? "")
    for (let hop = 0; hop < 8; hop++) {
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
  expect([first.status, await first.text()], log()).toEqual([200, "<h1>教务系统</h1>"])
  expect(first.headers.get("x-user")).toBe("teacher-a1")
  expect(received(first, "x-name")).toBe(user.nickname)
  expect(received(first, "x-organisation")).toBe(user.orgname)
  expect(received(first, "x-administrator")).toBe("none")
  // It has a session of its own now.
  expect((await site.get(service)).status).toBe(200)

  await teacher.send(accountCalls.signOut, {})
  await expect.poll(async () => (await site.get(service)).status, { timeout: 5000, interval: 100 }).toBe(302)
  const { signOuts } = await head.send(applicationAdminCalls.signOuts, { id: entry.id })
  expect(signOuts).toMatchObject([{ isTold: true, answer: "200" }])
  expect((await open()).status).toBe(401)
})
