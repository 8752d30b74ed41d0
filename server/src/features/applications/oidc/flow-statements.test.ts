import * as client from "openid-client"
import pg from "pg"
import { expect, test, vi } from "vitest"
import { testApp } from "../../../testing/test-app.ts"
import { addApplication, Browser, listening, relyingParty } from "../../../testing/oidc/test-relying-party.ts"

/** What the work does in the database, statement by statement. */
async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  const spy = vi.spyOn(pg.Client.prototype, "query")
  try {
    await work()
    return spy.mock.calls.map(([query]) =>
      typeof query === "string" ? query : (query as { text: string }).text,
    )
  } finally {
    spy.mockRestore()
  }
}

test("[SSO-9] a sign-on takes few statements", async () => {
  const app = await testApp({ nowMs: () => 0 })
  const base = await listening(app)
  const { entry, secret } = await addApplication(app, await app.as("head-a1"))
  const party = await relyingParty(base, entry, client.ClientSecretBasic(secret))
  const teacher = await app.as("teacher-a1")
  const browser = new Browser(base, teacher.headers["cookie"])
  for (let n = 0; n < 3; n++) {
    const back: { v?: Awaited<ReturnType<typeof party.signOn>> } = {}
    const a = await statementsOf(async () => {
      back.v = await party.signOn(browser)
    })
    const b = await statementsOf(async () => {
      await back.v?.tokens()
    })
    const short = (x: string[]) =>
      x
        .map(
          (s) =>
            "   " +
            s.replaceAll(/\s+/g, " ").slice(0, 110) +
            " … " +
            (/from "?\w+"?[^;]{0,60}/.exec(s.replaceAll(/\s+/g, " "))?.[0] ?? ""),
        )
        .join("\n")
    console.log(`#${n} auth ${a.length}\n${short(a)}\ntoken ${b.length}\n${short(b)}`)
  }
  expect(1).toBe(1)
})
