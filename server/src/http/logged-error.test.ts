import { sql } from "drizzle-orm"
import { expect, test } from "vitest"
import { everything } from "../db/scope.ts"
import { testApp } from "../test-app.ts"
import { loggedError } from "./logged-error.ts"

test("the log keeps a failed statement and the database's reason, never its parameters", async () => {
  const { database } = await testApp()
  const failed = await database
    .within(everything, (db) => db.execute(sql`select ${"13812345678"}::int / 0`))
    .catch((error: unknown) => error)
  const logged = JSON.stringify(loggedError(failed as Error))
  expect(logged).toContain("select $1::int / 0")
  expect(logged).toContain("22")
  expect(logged).not.toContain("13812345678,")
  expect(logged).not.toContain("params")
})
