import { accountCalls } from "@uc/contract/account/calls"
import { sortMessages } from "@uc/contract/core/sorting"
import { screenAdminCalls } from "@uc/contract/screens/admin-calls"
import { sql } from "drizzle-orm"
import { expect, test } from "vitest"
import { unrestricted } from "../../db/scope.ts"
import { testApp } from "../../testing/test-app.ts"
import { grantFor } from "../../testing/test-danger.ts"

test("[DAY-13] screens are sorted by name, by state and by when they were last seen", async () => {
  const app = await testApp()
  const head = await app.as("head-a1")
  const { orgid } = await head.send(accountCalls.current, {})
  for (const name of ["b", "c", "a"]) {
    await grantFor(app, head, "screen")
    await head.send(screenAdminCalls.create, { orgid, name })
  }
  await app.database.transaction(unrestricted, (db) =>
    db.execute(sql`update screen set paired_at = now(), token_hash = sha256(name::bytea),
      last_seen_at = case name when 'b' then now() else now() - interval '1 day' end where name in ('a', 'b')`),
  )
  const names = async (sort?: "name" | "-name" | "state" | "-state" | "lastSeenAt" | "-lastSeenAt") =>
    (await head.send(screenAdminCalls.list, { ...(sort && { sort }) })).screens
      .map(({ name }) => name)
      .join("")
  expect(await names()).toBe("bca")
  expect([await names("name"), await names("-name")]).toEqual(["abc", "cba"])
  // Not paired, offline, online.
  expect([await names("state"), await names("-state")]).toEqual(["cab", "bac"])
  // What was never seen stands last in both directions.
  expect([await names("lastSeenAt"), await names("-lastSeenAt")]).toEqual(["abc", "bac"])
  await expect(head.send(screenAdminCalls.list, { sort: "ip" as "name" })).rejects.toThrow(
    sortMessages.unknown,
  )
})
