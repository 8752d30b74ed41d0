import { expect, test } from "vitest"
import { readConfig } from "../config.ts"
import { collectedLogs } from "../testing/test-logs.ts"

const levelsOf = (given?: string) => readConfig(given === undefined ? {} : { LOG_LEVEL: given }).logLevels

test("[OPS-3] without LOG_LEVEL all modules log at info, so that there is an access log", () => {
  expect(new Set(Object.values(levelsOf()))).toEqual(new Set(["info"]))
})

test("[OPS-3] LOG_LEVEL is one level for all, levels of single modules, or both", () => {
  expect(new Set(Object.values(levelsOf("error")))).toEqual(new Set(["error"]))
  expect(levelsOf("jobs=debug")).toMatchObject({ jobs: "debug", access: "info", process: "info" })
  expect(levelsOf(" warn, access = info,jobs=debug ")).toMatchObject({
    process: "warn",
    database: "warn",
    access: "info",
    jobs: "debug",
  })
})

test.each([
  ["loud", '"loud" has no level'],
  ["warn,acces=info", '"acces" is no module: those are process, database, http, access, jobs'],
  ["access=loud", '"access=loud" has no level'],
  ["warn,info", 'it says "warn" and "info" for all modules'],
  ["access=info,access=warn", "it gives access two levels"],
  ["warn,", '"" has no level'],
  ["access=info=warn", '"access=info=warn" has no level'],
])("[OPS-3] LOG_LEVEL=%s is refused with a sentence", (given, sentence) => {
  expect(() => levelsOf(given)).toThrow(`LOG_LEVEL: ${sentence}`)
})

test("[OPS-3] each module writes what its own level lets through", () => {
  const { logs, entries } = collectedLogs(levelsOf("warn,jobs=debug,access=silent"))
  logs.jobs.debug("ran")
  logs.process.info("not this")
  logs.access.fatal("nor this")
  logs.database.warn("lost")
  expect(entries()).toMatchObject([
    { level: "debug", module: "jobs", msg: "ran", time: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/) },
    { level: "warn", module: "database", msg: "lost" },
  ])
})
