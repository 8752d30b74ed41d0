import { expect, test } from "vitest"
import { unrestricted } from "../db/scope.ts"
import { jobListener } from "../job-listener.ts"
import { testApp } from "../testing/test-app.ts"
import { collectedLogs } from "../testing/test-logs.ts"
import { jobRunNotes, lastJobRuns } from "./job-runs.ts"

const at = (second: number) => new Date(Date.UTC(2026, 10, 17, 8, 0, second))

test("[OPS-2] last run, success and error of each job are kept over all processes", async () => {
  const { database } = await testApp()
  const first = jobRunNotes(database, "one/1")
  const second = jobRunNotes(database, "two/2")
  const read = () => database.transaction(unrestricted, lastJobRuns)
  expect(await read()).toEqual([])

  const run = { everyMs: 5000, ms: 250 }
  await first({ ...run, name: "tidy", startedAt: at(0) })
  await second({ ...run, name: "tidy", startedAt: at(5), error: new Error("Phone 13812345678 is taken") })
  await second({ ...run, name: "count", startedAt: at(7) })
  const tidy = {
    name: "tidy",
    lastStartedAt: at(5),
    lastOkAt: new Date(at(0).getTime() + 250),
    lastErrorAt: new Date(at(5).getTime() + 250),
    lastError: "Phone *** is taken",
  }
  const count = { name: "count", lastStartedAt: at(7), lastErrorAt: null, lastError: null }
  expect(await read()).toEqual([{ ...count, lastOkAt: new Date(at(7).getTime() + 250) }, tidy])

  // Successes are written once a minute, the first one after a failure at once.
  await first({ ...run, name: "tidy", startedAt: at(30) })
  expect((await read())[1]).toEqual(tidy)
  await second({ ...run, name: "tidy", startedAt: at(40) })
  expect((await read())[1]).toMatchObject({ lastStartedAt: at(40), lastError: "Phone *** is taken" })
  await first({ ...run, name: "tidy", startedAt: at(61) })
  expect((await read())[1]).toMatchObject({ lastStartedAt: at(61) })
})

test("[OPS-3] a job that fails is a line of level error with its name; one that succeeds is no news", async () => {
  const { database } = await testApp()
  const { logs, entries } = collectedLogs("info")
  const listen = jobListener(logs.jobs, database)
  const run = { everyMs: 5000, startedAt: new Date(), ms: 12.4 }
  listen({ ...run, name: "sound" })
  listen({ ...run, name: "broken", error: new Error("no connection") })
  expect(entries()).toMatchObject([
    {
      level: "error",
      module: "jobs",
      job: "broken",
      ms: 12,
      msg: "The job broken failed; it runs again in 5 s",
      err: { message: "no connection", stack: expect.stringContaining("job-runs.test.ts") },
    },
  ])
  await expect
    .poll(async () => (await database.transaction(unrestricted, lastJobRuns)).map(({ name }) => name))
    .toEqual(["broken", "sound"])
})
