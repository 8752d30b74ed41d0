import { mkdtempSync, rmSync } from "node:fs"
import { join } from "node:path"
import pg from "pg"
import { expect, onTestFinished, test, vi } from "vitest"
import { scratchPlace } from "../../../../scripts/scratch-place.ts"
import { scratchDatabase } from "../../testing/scratch-database.ts"
import { keepMonths } from "./keep-months.ts"
import { readMonth } from "./month-file.ts"

// A disk that gives back something else than was written.
vi.mock("./month-file.ts", async (original) => {
  const real = await original<typeof import("./month-file.ts")>()
  return { ...real, readMonth: vi.fn(real.readMonth) }
})
vi.setConfig({ testTimeout: 60_000 })

test("[OPS-6] a month stays in the database where its file can't be read back as it was written", async () => {
  const { url, drop } = await scratchDatabase()
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const folder = mkdtempSync(join(scratchPlace(), "user-centre-months-"))
  onTestFinished(async () => {
    await client.end()
    await drop()
    rmSync(folder, { recursive: true, force: true })
  })
  await client.query("select set_config('uc.reach', 'all', false)")
  await client.query("delete from login_log")
  const keep = { alarms: 1200, visits: 1200, audit: 1200, signIns: 6 }
  const { rows: parts } = await client.query<{ part: string; after: string }>(
    `select part, (until_month + interval '6 months')::date::text as after from month_parts()
     where parent = 'login_log' and until_month is not null order by until_month limit 1`,
  )
  const [oldest] = parts
  const work = () => keepMonths({ url, keep, folder, today: oldest?.after ?? "" }).work(undefined as never)
  const isThere = async () =>
    (await client.query("select 1 from month_parts() where part = $1", [oldest?.part])).rowCount === 1
  vi.mocked(readMonth).mockImplementationOnce(async (file) => {
    const real = await vi.importActual<typeof import("./month-file.ts")>("./month-file.ts")
    return { ...(await real.readMonth(file)), sha256: "another" }
  })
  await expect(work()).rejects.toThrow("does not hold what was written: the month stays in the database")
  expect(await isThere()).toBe(true)
  expect((await client.query("select 1 from archived_month")).rowCount).toBe(0)
  await work()
  expect(await isThere()).toBe(false)
})
