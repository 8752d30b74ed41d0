import { randomUUID } from "node:crypto"
import { call as declared } from "@uc/contract/core/call"
import type { SensitiveModule } from "@uc/contract/reauth/sensitive-modules"
import { accountCalls } from "@uc/contract/account/calls"
import { text } from "@uc/contract/core/wire"
import { sql } from "drizzle-orm"
import { z } from "zod"
import { authDomain } from "../db/schema/domains.ts"
import { unrestricted } from "../db/scope.ts"
import { rowsOf } from "./test-rows.ts"
import { features } from "../features.ts"
import { issueGrant } from "../security/grants.ts"
import { testApp, type TestApp, type TestClient } from "./test-app.ts"
import { implementCalls } from "../http/calls/implement-calls.ts"
import type { RequestContext } from "../http/calls/request-context.ts"
import { Refusal } from "../errors/refusal.ts"

/** For tests of the gate: two sensitive calls whose effect can be counted. */
function dangerous(path: `/${string}`, sensitive: SensitiveModule) {
  return declared({
    service: "usercenter",
    method: "POST",
    path,
    permission: null,
    encoding: "form",
    writes: true,
    sensitive,
    input: z.object({ name: text(20), fails: text(5).optional() }),
    output: z.object({}),
  })
}
export const danger = {
  once: dangerous("/test/once.action", "domain-delete"),
  often: dangerous("/test/often.action", "domain"),
}
const dangerRoutes = implementCalls(danger, () => {
  const write = async (
    { name, fails }: { name: string; fails?: string | undefined },
    { db, user }: RequestContext,
  ) => {
    const origin = `https://${randomUUID()}.example`
    await db
      .insert(authDomain)
      .values({ orgId: user.user.orgid, name: `written ${name}`, domainIp: origin, origin })
    if (fails === "yes") throw new Refusal("rolled back")
    return {}
  }
  return { once: write, often: write }
})

export async function dangerousApp() {
  const app = await testApp({ features: { ...features, danger: dangerRoutes } })
  const written = async () =>
    ((await rowsOf(app.url))["auth_domain"] ?? []).filter((row) => row.includes("written")).length
  return { app, written }
}

export async function grantFor(app: TestApp, client: TestClient, mid: string): Promise<void> {
  const { id } = await client.send(accountCalls.current, {})
  await app.database.transaction(unrestricted, async (db) => {
    const found = await db.execute<{ id: string }>(
      sql`select id from session where person_id = ${id} and revoked_at is null order by created_at desc limit 1`,
    )
    await issueGrant(db, { sessionId: found.rows[0]?.id ?? "", personId: id, mid }, "password")
  })
}

export async function attempt(
  client: TestClient,
  name: keyof typeof danger = "once",
  more = {},
): Promise<number> {
  return (await client.request(danger[name], { name: "x", ...more })).statusCode
}
