import { sql } from "drizzle-orm"
import { expect, test } from "vitest"
import { unrestricted } from "../db/scope.ts"
import { errorReason, errorText, loggedError } from "./logged-error.ts"
import { testApp } from "../testing/test-app.ts"

test("[BARE-9] the log has a failed statement and the database's reason, never a value", async () => {
  const { database } = await testApp()
  const failed = await database
    .transaction(unrestricted, (db) => db.execute(sql`select ${"13812345678"}::int / 0, ${"张三丰"}::text`))
    .catch((error: unknown) => error)
  const logged = loggedError(failed)
  expect(logged).toMatchObject({ type: "Error", cause: { code: "22003", severity: "ERROR" } })
  expect(logged.stack).toContain("logged-error.test.ts")
  for (const text of [JSON.stringify(logged), errorText(failed), errorReason(failed)]) {
    expect(text).toContain("select $1::int / 0")
    expect(text).not.toMatch(/138|张三丰|params/)
  }
})

test("[BARE-9] the log has the name of a violated constraint, not the row", async () => {
  const { database } = await testApp()
  const failed = await database
    .transaction(unrestricted, async (db) => {
      await db.execute(sql`create temp table held (phone text constraint one_phone unique, name text)`)
      for (const name of ["张三丰", "李四光"])
        await db.execute(sql`insert into held values (${"13812345678"}, ${name})`)
    })
    .catch((error: unknown) => error)
  const text = JSON.stringify(loggedError(failed))
  expect(text).toContain('"constraint":"one_phone"')
  expect(text).toContain('"code":"23505"')
  expect(text).not.toMatch(/138|张三丰|李四光/)
})

test("[BARE-9] the stack in the log leaves out a message of several lines", () => {
  const failed = new Error("Failed query: select $1\nparams: 张三丰\n    at 13812345678")
  expect(JSON.stringify(loggedError(new Error("outer", { cause: failed })))).not.toMatch(/张三丰|138/)
  expect(loggedError("13812345678 is taken")).toMatchObject({ message: "*** is taken" })
})

test("[BARE-9] the log has what an operator needs about a failed connection", () => {
  const refused = Object.assign(new Error("connect ECONNREFUSED 127.0.0.1:5432"), {
    code: "ECONNREFUSED",
    syscall: "connect",
  })
  expect(errorReason(new AggregateError([refused], "all failed"))).toContain("ECONNREFUSED 127.0.0.1:5432")
  expect(loggedError(refused)).toMatchObject({ code: "ECONNREFUSED", syscall: "connect" })
})
