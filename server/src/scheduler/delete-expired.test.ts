import { accountCalls } from "@uc/contract/account/calls"
import { sql } from "drizzle-orm"
import { expect, test } from "vitest"
import { testApp } from "../testing/test-app.ts"
import { deleteExpired } from "./delete-expired.ts"
import { unrestricted } from "../db/scope.ts"

test("old pictures, tracks and counts are deleted, current ones stay", async () => {
  const { database } = await testApp()
  await database.transaction(unrestricted, async (db) => {
    await db.execute(sql`
      insert into captcha_challenge (id_hash, purpose, holder_hash, x, y, level, expires_at)
      select sha256(n::text::bytea), 'login', '\\x00', 100, 50, 7, now() - n * interval '30 minutes'
      from generate_series(-1, 4) n`)
    await db.execute(sql`
      insert into picture_code (id_hash, holder_hash, code_mac, expires_at)
      select sha256(n::text::bytea), '\\x00', '\\x00', now() - n * interval '30 minutes' from generate_series(-1, 4) n`)
    await db.execute(sql`
      insert into captcha_track (hash, seen_at)
      select sha256(n::text::bytea), now() - n * interval '9 hours' from generate_series(0, 4) n`)
    // Counts of a day's window stay for a day, those of an hour's window do not.
    await db.execute(sql`
      insert into quota (key, bucket, n)
      select key, now() - n * interval '90 minutes', 1
      from generate_series(0, 20) n, unnest(array['slider-holder:00', 'sms-phone:00']) key`)
  })
  expect(await deleteExpired(database)).toBe(3 + 3 + 2 + 19 + 4)
  expect(await deleteExpired(database)).toBe(0)
})

test("ended sessions and old idempotency keys are deleted, live ones stay", async () => {
  const app = await testApp()
  const head = await app.as("head-a1")
  const { id, orgid } = await head.send(accountCalls.current, {})
  await app.as("teacher-a1")
  await app.database.transaction(unrestricted, async (db) => {
    await db.execute(sql`update session set revoked_at = now() - interval '8 days' where person_id <> ${id}`)
    await db.execute(sql`
      insert into idempotent_request (org_id, person_id, key, call, request_hash, created_at)
      select ${orgid}, ${id}, 'key-' || n, 'x', '\\x00', now() - n * interval '1 hour' from generate_series(1, 2500) n`)
  })
  expect(await deleteExpired(app.database)).toBe(1 + 2500 - 23)
  expect(await deleteExpired(app.database)).toBe(0)
  await head.send(accountCalls.current, {})
})

test("codes and tickets are deleted after a day, shown messages after ten minutes", async () => {
  const app = await testApp()
  await app.database.transaction(unrestricted, async (db) => {
    await db.execute(sql`insert into sms_code (binding, code_mac, expires_at)
      values ('old', '\\x00', now() - interval '25 hours'), ('new', '\\x00', now() - interval '23 hours')`)
    await db.execute(sql`insert into sms_outbox (sealed, state, created_at)
      values ('\\x00', 'sent', now() - interval '11 minutes'), (null, 'sent', now() - interval '11 minutes'),
             ('\\x00', 'sent', now() - interval '9 minutes'), (null, 'failed', now() - interval '25 hours')`)
    await db.execute(sql`insert into qr_ticket (ticket_hash, kind, expires_at)
      values ('\\x01', 'login', now() - interval '25 hours'), ('\\x02', 'login', now() - interval '23 hours')`)
  })
  expect(await deleteExpired(app.database)).toBe(4)
  const { rows } = await app.database.transaction(unrestricted, (db) =>
    db.execute(sql`select (select count(*)::int from sms_code) as codes,
      (select count(*)::int from sms_outbox) as messages, (select count(*)::int from qr_ticket) as tickets`),
  )
  expect(rows).toEqual([{ codes: 1, messages: 2, tickets: 1 }])
})
