import { sql } from "drizzle-orm"
import { expect, onTestFinished, test } from "vitest"
import { builtOnce } from "./built-once.ts"
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

test("[ROLE-2] a statement that is built once runs in the transaction, behind the walls and with the value of who asks", async () => {
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

test("a statement without its value is refused: it would have no transaction to run in", async () => {
  await expect(areas(undefined as never, {})).rejects.toMatchObject({
    cause: { message: expect.stringContaining("given no value") },
  })
})
