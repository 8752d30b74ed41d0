import { rmSync } from "node:fs"
import { importMessages } from "@uc/contract/imports/calls"
import { expect, onTestFinished, test } from "vitest"
import { importing, peopleRows, peopleTitles } from "../bench/importing.ts"
import { query } from "../e2e/database.ts"
import { startProduct, temporaryDataDir } from "../e2e/product.ts"
import { build } from "../scripts/prepare.mjs"

const kills = 3
const people = 20_000

/** Everything that an import writes, told from what it writes about itself. */
async function written(dataDir: string): Promise<unknown> {
  return query(
    `select (select count(*) from person) as people, (select count(*) from person_department) as places,
      (select count(*) from post) as posts, (select max(version) from person) as version`,
    [],
    dataDir,
  )
}

test("[DATA-3] kill -9 of the server in the middle of an import: nothing of it is there, it says so, and the same file goes in afterwards", async () => {
  await build()
  const dataDir = temporaryDataDir()
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  let product = await startProduct({ DATA_DIR: dataDir, DEMO: "on" })
  const first = await importing(product.address, dataDir, "school")
  const department = await first.department()
  const rows = [peopleTitles, ...peopleRows(people, department, "soak")]
  const file = Buffer.from(rows.map((row) => row.join(",")).join("\n"))
  const before = await written(dataDir)
  let id = await first.upload(file)
  expect(await first.settled(id)).toMatchObject({ state: "ready", preview: { new: people } })
  let school = first
  for (let kill = 0; kill < kills; kill++) {
    await school.confirm(id)
    // In the middle of the writing, each time a little later.
    for (;;) {
      const { phase, done, state } = await school.one(id)
      expect(state).toBe("running")
      if (phase === "writing" && done >= (people / (kills + 1)) * kill) break
    }
    await product.ended("SIGKILL")
    product = await startProduct({ DATA_DIR: dataDir, DEMO: "on" })
    school = await importing(product.address, dataDir, "school")
    expect(await school.settled(id)).toMatchObject({
      state: "interrupted",
      message: importMessages.interrupted,
    })
    expect(await written(dataDir)).toEqual(before)
    id = await school.upload(file)
    expect(await school.settled(id)).toMatchObject({ state: "ready", preview: { new: people } })
  }
  await school.confirm(id)
  expect(await school.settled(id)).toMatchObject({ state: "done" })
  const [counted] = await query<{ n: string }>(
    "select count(*) as n from person where account like 'soak-%'",
    [],
    dataDir,
  )
  expect(Number(counted?.n)).toBe(people)
  await product.ended("SIGTERM")
})
