import { sessionCalls } from "@uc/contract/session"
import { sql } from "drizzle-orm"
import { expect, test } from "vitest"
import { testApp } from "../test-app.ts"
import { deleteExpired } from "./housekeeping.ts"
import { everything } from "./scope.ts"

test("ended sessions and old one-time keys go, living ones stay", async () => {
  const app = await testApp()
  const head = await app.as("head-a1")
  const { id, orgid } = await head.send(sessionCalls.current, {})
  await app.as("teacher-a1")
  await app.database.within(everything, async (db) => {
    await db.execute(sql`update session set revoked_at = now() - interval '8 days' where person_id <> ${id}`)
    await db.execute(sql`
      insert into idempotent_request (org_id, person_id, key, call, request_hash, created_at)
      select ${orgid}, ${id}, 'key-' || n, 'x', '\\x00', now() - n * interval '1 hour' from generate_series(1, 2500) n`)
  })
  expect(await deleteExpired(app.database)).toBe(1 + 2500 - 23)
  expect(await deleteExpired(app.database)).toBe(0)
  await head.send(sessionCalls.current, {})
})
