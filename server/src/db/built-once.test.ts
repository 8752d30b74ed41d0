import { sql } from "drizzle-orm"
import { expect, onTestFinished, test } from "vitest"
import { builtOnce, statementOnce } from "./built-once.ts"
import { openDatabase } from "./open.ts"
import { area } from "./schema/areas.ts"
import { unrestricted, nobody } from "./scope.ts"
import { scratchDatabase } from "../testing/scratch-database.ts"

const reachAndValue = builtOnce("reach_and_value", ["value"], (db, { value }) =>
  db
    .select({
      reach: sql<string>`current_setting('uc.reach')`,
      value: sql<string>`${value}::text`,
      isTwice: sql<boolean>`${value}::text || ${"!"} = ${value}::text || '!'`,
    })
    .from(sql`(select 1) as one`),
)

test("[ROLE-2] a statement that is built once runs in the caller's transaction with its values", async () => {
  const { url, drop } = await scratchDatabase()
  const database = openDatabase(url, () => {})
  onTestFinished(async () => {
    await database.close()
    await drop()
  })
  const [first, second] = await Promise.all([
    database.transaction(unrestricted, (db) => reachAndValue(db, { value: "ours" })),
    database.transaction(nobody, (db) => reachAndValue(db, { value: "theirs" })),
  ])
  expect(first).toEqual([{ reach: "all", value: "ours", isTwice: true }])
  expect(second).toEqual([{ reach: "none", value: "theirs", isTwice: true }])
})

const areas = builtOnce("areas_without_a_value", [], (db) => db.select().from(area))

test("a statement without a value is refused: it has no transaction to run in", async () => {
  await expect(areas(undefined as never, {})).rejects.toMatchObject({
    cause: { message: expect.stringContaining("given no value") },
  })
})

const sums = statementOnce(
  "sums",
  ["a", "b"],
  ({ a, b }) =>
    sql<{
      sum: number
      word: string
    }>`select ${a}::int + ${b}::int + ${a}::int + ${100} as sum, ${"it's"} as word`,
)

test("[LAYOUT-6] a statement as a template has its values by name and its constants in its text", async () => {
  const sent: unknown[] = []
  const query = (statement: { text: string }, values: unknown[]) => {
    sent.push(statement.text, values)
    return Promise.resolve({ rows: [] })
  }
  await sums({ $client: { query } } as never, { a: 1, b: 20 })
  expect(sent).toEqual(["select $1::int + $2::int + $3::int + 100 as sum, 'it''s' as word", [1, 20, 1]])
})
