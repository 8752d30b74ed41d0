import { mkdtempSync, readFileSync, rmSync, truncateSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { PassThrough } from "node:stream"
import { expect, onTestFinished, test, vi } from "vitest"
import { fileOutput } from "./file-output.ts"
import { isJournal } from "./journal-priority.ts"
import { everyModuleAt } from "./levels.ts"
import { makeLogs, type LogDestination } from "./logs.ts"
import { standardOutput } from "./standard-output.ts"

function collector(): LogDestination & { readonly lines: string[] } {
  const lines: string[] = []
  return { lines, write: (line) => void lines.push(line) }
}

async function printed(hasPriorities: boolean): Promise<string[]> {
  const stream = new PassThrough({ encoding: "utf8" })
  let text = ""
  stream.on("data", (part: string) => (text += part))
  const logs = makeLogs(
    everyModuleAt("debug"),
    standardOutput(stream as unknown as NodeJS.WriteStream, hasPriorities),
  )
  logs.process.error("broken")
  logs.http.warn("strange")
  logs.jobs.info("done")
  logs.jobs.debug("seen")
  logs.process.fatal("gone")
  return vi.waitFor(() => {
    if (!text.includes("gone")) throw new Error("Not everything was written yet")
    return text.trimEnd().split("\n")
  })
}

test("[OPERATE-7] in the journal each line has the priority of its level, elsewhere it is JSON alone", async () => {
  const lines = await printed(true)
  expect(lines.map((line) => line.slice(0, 4))).toEqual(["<3>{", "<4>{", "<6>{", "<7>{", "<2>{"])
  for (const line of await printed(false)) expect(JSON.parse(line)).toHaveProperty("level")
})

test("[OPERATE-7] the journal is known by the stream that systemd names, and by no other", () => {
  const file = () => ({ dev: 9, ino: 4711 })
  expect(isJournal("9:4711", file)).toBe(true)
  expect([isJournal("9:4712", file), isJournal("", file), isJournal(undefined, file)]).toEqual([
    false,
    false,
    false,
  ])
  const closed = () => {
    throw new Error("EBADF")
  }
  expect(isJournal("9:4711", closed)).toBe(false)
})

test("[OPERATE-7] times in the log say their zone", () => {
  const to = collector()
  makeLogs(everyModuleAt("info"), to).process.info("ready")
  expect(to.lines.join()).toMatch(/"time":"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z"/)
})

test("[OPERATE-7] the access log has a file of its own, which may be cut while it is written", async () => {
  const folder = mkdtempSync(join(tmpdir(), "uc-access-"))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const path = join(folder, "access.log")
  const faults: Error[] = []
  const file = fileOutput(path, (error) => void faults.push(error))
  const others = collector()
  const logs = makeLogs(everyModuleAt("info"), others, file)
  logs.access.info({ status: 200 }, "one")
  logs.http.info("another")
  await vi.waitFor(() => expect(readFileSync(path, "utf8")).toContain('"one"'))
  expect(others.lines.map((line) => JSON.parse(line).msg)).toEqual(["another"])
  // As logrotate does it.
  truncateSync(path)
  logs.access.info({ status: 200 }, "two")
  await vi.waitFor(() => expect(readFileSync(path, "utf8")).toMatch(/^\{.*"two"\}\n$/))
  file.close()
  expect(faults).toEqual([])
})

test("[OPERATE-7] a file that can't be opened is an error at once", () => {
  expect(() => fileOutput("/nowhere/access.log", () => {})).toThrow("ENOENT")
})
