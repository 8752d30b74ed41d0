import { randomBytes } from "node:crypto"
import { sql } from "drizzle-orm"
import { beforeEach, describe, expect, test } from "vitest"
import { openDatabase, type Database } from "../../db/open.ts"
import { unrestricted } from "../../db/scope.ts"
import { scratchDatabase } from "../../testing/scratch-database.ts"
import { keyedBy } from "../keyed.ts"
import { issuePictureCode, consumePictureCode } from "./picture-codes.ts"

const keyed = keyedBy("the pepper of this test, which is long enough")
const holder = randomBytes(32)
let one: Database
/** Another process. */
let two: Database

beforeEach(async () => {
  const scratch = await scratchDatabase()
  one = openDatabase(scratch.url, () => {})
  two = openDatabase(scratch.url, () => {})
  return async () => {
    await one.close()
    await two.close()
    await scratch.drop()
  }
})

const issue = () => issuePictureCode(one, keyed, { holder, code: "A7kX" })
const spend = (codeid: string, vcode = "A7kX", database = one, by = holder) =>
  consumePictureCode(database, keyed, { codeid, vcode, holder: by })

describe("[LOGIN-3] the picture code of defaultLogin", () => {
  test.each(["A7KX", "a7kx", " a7kX ", "Ａ７ＫＸ"])("is right as %s", async (vcode) => {
    expect(await spend(await issue(), vcode)).toBe(true)
  })

  test.each(["", "A7K", "A7KXX", "A7KY"])("is wrong as %j, and then void", async (vcode) => {
    const codeid = await issue()
    expect(await spend(codeid, vcode)).toBe(false)
    expect(await spend(codeid)).toBe(false)
  })

  test("is accepted once, of 16 attempts at once in two processes", async () => {
    for (let n = 0; n < 10; n++) {
      const codeid = await issue()
      const tries = await Promise.all(
        Array.from({ length: 16 }, (_, at) => spend(codeid, "A7KX", at % 2 === 0 ? one : two)),
      )
      expect(tries.filter(Boolean)).toHaveLength(1)
    }
  })

  test("belongs to one browser, and has an id that exists", async () => {
    const codeid = await issue()
    expect(await spend(codeid, "A7KX", one, randomBytes(32))).toBe(false)
    expect(await spend("", "A7KX")).toBe(false)
    expect(await spend(codeid)).toBe(true)
  })

  test("ends after 120 s, by the database's clock", async () => {
    for (const [seconds, isGood] of [
      [119.5, true],
      [120.5, false],
    ] as const) {
      const codeid = await issue()
      await one.transaction(unrestricted, (db) =>
        db.execute(sql`
          update picture_code set expires_at =
            clock_timestamp() - make_interval(secs => ${seconds}) + (expires_at - issued_at)`),
      )
      expect([seconds, await spend(codeid)]).toEqual([seconds, isGood])
    }
  })

  test("is stored neither as plain text nor under its id", async () => {
    const codeid = await issue()
    const { rows } = await one.transaction(unrestricted, (db) =>
      db.execute(sql`select p::text from picture_code p`),
    )
    expect(rows).toHaveLength(1)
    expect(JSON.stringify(rows)).not.toMatch(
      new RegExp(`${codeid}|A7KX|${Buffer.from("A7KX").toString("hex")}`, "i"),
    )
  })
})
