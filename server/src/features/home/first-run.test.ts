import { firstRunCalls } from "@uc/contract/home/first-run-calls"
import { sql, type SQL } from "drizzle-orm"
import { expect, test } from "vitest"
import { unrestricted } from "../../db/scope.ts"
import { testApp } from "../../testing/test-app.ts"

test("[DAY-15] a step of the first run is done when its data is there", async () => {
  const app = await testApp()
  const platform = await app.as("platform")
  const execute = (statement: SQL) => app.database.transaction(unrestricted, (db) => db.execute(statement))
  const progress = () => platform.send(firstRunCalls.progress, {})
  expect(await progress()).toMatchObject({ areas: true, organisations: true, people: true, tables: true })
  await execute(sql`delete from dictionary`)
  await execute(sql`delete from auth_domain`)
  await execute(sql`delete from alarm_source`)
  expect(await progress()).toMatchObject({ tables: false, applications: false, alarms: false })
})
