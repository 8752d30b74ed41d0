import pg from "pg"
import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { scratchDatabase } from "../testing/scratch-database.ts"
import { main } from "./demo-data.ts"

vi.setConfig({ testTimeout: 60_000 })

let scratch: Awaited<ReturnType<typeof scratchDatabase>>
let said: string[]

beforeEach(async () => {
  scratch = await scratchDatabase()
  said = []
  vi.stubEnv("DATABASE_URL", scratch.url)
  vi.stubEnv("PEPPER", "a pepper that only the tests use, nowhere else")
  vi.spyOn(console, "log").mockImplementation((line: string) => void said.push(line))
  vi.spyOn(console, "error").mockImplementation((line: string) => void said.push(line))
})

afterEach(async () => {
  // vitest itself ends with this code.
  process.exitCode = undefined
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
  await scratch.drop()
})

async function names(): Promise<string[]> {
  const client = new pg.Client({ connectionString: scratch.url })
  await client.connect()
  await client.query("select set_config('uc.reach', 'all', false)")
  const { rows } = await client
    .query<{ name: string }>("select name from person order by id")
    .finally(() => client.end())
  return rows.map(({ name }) => name)
}

test("[DATA-2] a database that holds organisations is refused with a message", async () => {
  const before = await names()
  await main(["--size", "tiny", "--seed", "99"])
  expect(process.exitCode).toBe(1)
  expect(said.join()).toContain("This database holds organisations already, so nothing was changed.")
  expect(await names()).toEqual(before)
})

test("[DATA-2] with --replace the demo data is replaced", async () => {
  const before = await names()
  await main(["--size", "tiny", "--seed", "99", "--replace"])
  expect(process.exitCode).toBeUndefined()
  const after = await names()
  expect(after).toHaveLength(before.length)
  expect(after).not.toEqual(before)
})

test.each([[["--size", "huge"]], [["--seed", "x"]], [["--sise", "small"]]])(
  "[DATA-2] %j is answered with how to say it",
  async (argv) => {
    await main(argv)
    expect(process.exitCode).toBe(1)
    expect(said.join()).toContain("npm run demo-data -- --size tiny|small|large")
  },
)
