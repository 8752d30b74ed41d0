import { backupLimits } from "@uc/contract/backups/last-backup"
import { manageCalls } from "@uc/contract/manage/calls"
import { expect, test } from "vitest"
import { runAs } from "../../testing/scratch-database.ts"
import { testApp } from "../../testing/test-app.ts"

test("[OPS-1] the newest backup is told, the newest good one with it, and when that one is old", async () => {
  const app = await testApp()
  const ran = (hoursAgo: number, state: "done" | "failed") =>
    runAs(
      app.url,
      `insert into backup_run (state, started_at, finished_at, bytes, is_verified, reason)
       values ('${state}', now() - interval '${hoursAgo} hours', now() - interval '${hoursAgo} hours', ${hoursAgo}, true,
         ${state === "failed" ? "'disk'" : "null"})`,
    )
  const told = async () => (await (await app.as("platform")).send(manageCalls.overview, {})).backup
  const old = backupLimits.oldAfterHours + 1
  await ran(old, "done")
  await ran(3, "failed")
  const failed = await told()
  expect(failed).toMatchObject({ last: { state: "failed", reason: "disk" }, isOld: true })
  expect(failed?.goodAt).not.toBe(failed?.last?.at)
  await ran(old - 2, "done")
  expect(await told()).toMatchObject({ last: { state: "failed" }, isOld: false })
  await ran(1, "done")
  const done = await told()
  expect(done).toMatchObject({ last: { state: "done", bytes: 1, reason: null }, isOld: false })
  expect(done?.goodAt).toBe(done?.last?.at)
})
