import { applicationCalls, providerBase, signOnAddress } from "@uc/contract/applications/calls"
import { casBase } from "@uc/contract/applications/cas"
import * as client from "openid-client"
import { expect, test } from "vitest"
import { casApplication, casService } from "../../testing/cas/test-cas-client.ts"
import { addApplication, Browser, listening, relyingParty } from "../../testing/oidc/test-relying-party.ts"
import { testApp } from "../../testing/test-app.ts"

test("[SSO-3] the login page is told which application asks, by its sign-on or service alone", async () => {
  const app = await testApp()
  const base = await listening(app)
  const head = await app.as("head-a1")
  const nameAt = async (address: string) =>
    (await app.anonymous.send(applicationCalls.asking, { address })).name
  /** Where somebody who has not signed in is led after it. */
  const wantedAt = ({ hash }: URL) => new URLSearchParams(hash.split("?")[1]).get("returnUrl") ?? ""

  const { entry, secret } = await addApplication(app, head, { name: "校车管理" })
  const party = await relyingParty(base, entry, client.ClientSecretBasic(secret))
  const byOidc = wantedAt(await new Browser(base).follow((await party.begin()).url))
  expect(byOidc).toMatch(/^\/oidc\/interaction\//)
  expect(await nameAt(byOidc)).toBe("校车管理")

  await addApplication(app, head, { ...casApplication, name: "教务系统" })
  const search = new URLSearchParams({ service: casService }).toString()
  const byCas = wantedAt(await new Browser(base).follow(`${casBase}/login?${search}`))
  expect(await nameAt(byCas)).toBe("教务系统")
  const uid = new URLSearchParams(byCas.split("?")[1]).get("uid") ?? ""
  expect(await nameAt(signOnAddress(uid, false, "cas"))).toBe("教务系统")

  // Nothing that an address says by itself is believed, and an id is good for its own protocol alone.
  const evil = new URLSearchParams({ service: "https://evil.example/", uid, name: "网上银行" }).toString()
  for (const address of [
    `${casBase}/login?${evil}`,
    `${casBase}/login?${search}&service=x`,
    `${casBase}/login`,
    `${base}${byOidc}`,
    `//evil.example${byOidc}`,
    signOnAddress(uid),
    byOidc.replace(`${providerBase}/interaction`, `${casBase}/signOn`),
    `${byOidc}x`,
    "/static/usercenter/#/main/home",
    "http://[",
    "",
  ])
    expect([address, await nameAt(address)]).toEqual([address, null])
})
