import { importMessages } from "@uc/contract/imports/calls"
import { sql } from "drizzle-orm"
import { expect, test } from "vitest"
import { unrestricted } from "../../db/scope.ts"
import { testApp } from "../../testing/test-app.ts"
import { checked, run } from "../../testing/test-import.ts"
import { collectedLogs } from "../../testing/test-logs.ts"

test("[BARE-9] a failed import logs its reason with neither name nor phone nor account", async () => {
  const { logs, text } = collectedLogs()
  const app = await testApp({ logs })
  // What nobody has foreseen: the check passes, and the database refuses the row.
  await app.database.transaction(unrestricted, (db) =>
    db.execute(sql`alter table person add constraint unforeseen check (name <> '韩梅梅')`),
  )
  const head = await app.as("head-a1")
  const file = "账号,姓名,手机号,部门\nhanmeimei,韩梅梅,13912345678,教务处\n"
  const ready = await checked(app, head, "people", file)
  expect(ready).toMatchObject({ state: "ready" })
  const failed = await run(app, head, ready.id)
  expect(failed).toMatchObject({ state: "failed", message: importMessages.failed })
  const log = text()
  expect(log).toContain(`import ${ready.id}`)
  expect(log).toContain('"constraint":"unforeseen"')
  expect(log).toContain('"code":"23514"')
  expect(log).toContain("write-people.ts")
  expect(log).not.toMatch(/韩梅梅|13912345678|hanmeimei|params/)
})
