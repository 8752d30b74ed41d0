import { mkdtempSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { accountCalls } from "@uc/contract/account/calls"
import { portalBase } from "@uc/contract/core/site-defaults"
import { expect, test } from "vitest"
import { unrestricted } from "../../db/scope.ts"
import { authDomain } from "../../db/schema/domains.ts"
import { testApp } from "../../testing/test-app.ts"

test("[DOM-7] a document may frame only its own site and its organisation's origins", async () => {
  const folder = mkdtempSync(join(tmpdir(), "portal-"))
  writeFileSync(join(folder, "index.html"), "<!doctype html>")
  writeFileSync(join(folder, "bridge.js"), "0")
  const site = await testApp({ portalFolder: folder })
  async function framed(headers: Record<string, string>, file = "") {
    const answer = await site.app.inject({ url: portalBase + file, headers })
    expect(answer.statusCode).toBe(200)
    return /frame-src ([^;]*);/.exec(String(answer.headers["content-security-policy"]))?.[1]
  }
  const head = await site.as("head-a1")
  const bureau = await site.as("bureau-a")
  const user = await head.send(accountCalls.current, {})
  const before = await framed(head.headers)
  await site.database.transaction(unrestricted, (db) =>
    db.insert(authDomain).values([
      { orgId: user.orgid, name: "a", domainIp: "http://127.0.0.1:8123", origin: "http://127.0.0.1:8123" },
      { orgId: user.orgid, name: "b", domainIp: "OA.canary.example", origin: "oa.canary.example" },
    ]),
  )
  const after = await framed(head.headers)
  expect(after).toBe(`${before} http://127.0.0.1:8123 https://oa.canary.example http://oa.canary.example`)
  expect(await framed(head.headers, "index.html")).toBe(after)
  expect(await framed(head.headers, "bridge.js")).toBe("'self'")
  expect(await framed(bureau.headers)).not.toContain("canary")
  expect(await framed(site.anonymous.headers)).toBe("'self'")
  expect(await framed({ cookie: "uc_sid=nonsense" })).toBe("'self'")
})
