import { rmSync } from "node:fs"
import { join } from "node:path"
import { expect, test } from "@playwright/test"
import { startProduct, temporaryDataDir, type Product } from "../product.ts"

test.describe.configure({ timeout: 120_000 })

const running: Product[] = []
const folders: string[] = []

test.afterEach(async () => {
  for (const product of running.splice(0).toReversed()) await product.stop()
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

test("[OPS-5] a start waits for its database and announces its connections, or is refused with them", async () => {
  const dataDir = temporaryDataDir()
  folders.push(dataDir)
  const variables = { DEMO: "off", PEPPER: "a pepper that only this test uses, nowhere else" }
  const url = `postgresql://uc@${encodeURIComponent(join(dataDir, "socket"))}/uc`
  const early = startProduct({ ...variables, DATABASE_URL: url })
  // Its failure is reported where it is awaited.
  early.catch(() => {})
  await new Promise((resolve) => {
    setTimeout(resolve, 1500)
  })
  const first = await startProduct({ ...variables, DATA_DIR: dataDir })
  running.push(first)
  const second = await early
  running.push(second)
  expect(second.output()).toMatch(
    /Waiting for the database, \d+ s more: The database can't be reached: .*ENOENT/,
  )
  const outputs = `${first.output()}\n${second.output()}`
  expect(outputs).toContain("this process may have 31 (30 in pools and 1 for events)")
  expect(outputs).toMatch(/2 processes may have 62 of the 97 of max_connections/)

  await expect(startProduct({ ...variables, DATABASE_URL: url, POOL_MAX: "40" })).rejects.toThrow(
    /ended with code 1:[^]*don't fit: of the 97 of max_connections 2 other processes of this program may have 62, .*this one may need 41; \d+ are free\. Stop what need not run, set POOL_MAX to \d+ or less/,
  )
  await expect(
    startProduct({ ...variables, DATABASE_URL: "postgresql://uc@127.0.0.1:1/uc", DATABASE_WAIT_S: "1" }),
  ).rejects.toThrow(/ended with code 1:[^]*The database was not there within 1 s \(DATABASE_WAIT_S\)/)
  expect((await fetch(`${second.address}/readyz`)).status).toBe(200)
})
