import { rmSync } from "node:fs"
import { join } from "node:path"
import { expect, test } from "@playwright/test"
import { query } from "../database.ts"
import { startProduct, temporaryDataDir, type Product } from "../product.ts"

test.describe.configure({ timeout: 120_000 })

const running: Product[] = []
const folders: string[] = []

async function started(variables: Readonly<Record<string, string>>): Promise<Product> {
  const product = await startProduct(variables)
  running.push(product)
  return product
}

function dataFolder(): string {
  const folder = temporaryDataDir()
  folders.push(folder)
  return folder
}

test.afterEach(async () => {
  for (const product of running.splice(0)) await product.stop()
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

test("[BARE-12] it does not start with an https STATIC_ADDRESS and no proxy", async () => {
  await expect(startProduct({ STATIC_ADDRESS: "https://portal.example.cn/" })).rejects.toThrow(
    /ended with code 1:[^]*TRUST_PROXY: STATIC_ADDRESS is https/,
  )
})

test("[BARE-12] trial data is not served to other machines, but stays usable on this one", async () => {
  const dataDir = dataFolder()
  await (await startProduct({ DATA_DIR: dataDir })).stop()
  await expect(startProduct({ DATA_DIR: dataDir, HOST: "0.0.0.0" })).rejects.toThrow(
    /ended with code 1:[^]*1500 of this database's accounts .* have the demo password.*off by itself where HOST \(0\.0\.0\.0\).*For a trial set DEMO=on/,
  )
  await started({ DATA_DIR: dataDir })
})

test("[BARE-18] a second machine with another pepper does not start on an empty database", async () => {
  const first = await started({ DEMO: "off" })
  const url = `postgresql://uc@${encodeURIComponent(join(first.dataDir, "socket"))}/uc`
  await expect(startProduct({ DATABASE_URL: url, DATA_DIR: dataFolder() })).rejects.toThrow(
    /ended with code 1:[^]*Another machine started on this database first .*Set PEPPER to that one/,
  )
  expect((await fetch(`${first.address}/readyz`)).status).toBe(200)
})

test("[BARE-18] a program that is older than its database does not start and names both versions", async () => {
  const dataDir = dataFolder()
  const first = await startProduct({ DATA_DIR: dataDir, DEMO: "off" })
  await query("insert into migration (name, hash) values ('9999_later', 'x')", [], dataDir)
  await first.stop()
  await expect(startProduct({ DATA_DIR: dataDir, DEMO: "off" })).rejects.toThrow(
    /ended with code 1:[^]*knows the schema up to 00\d\d_[\w-]+, the database has 9999_later/,
  )
})

test("[LAYOUT-5] a database of an earlier baseline is not served, and an empty DATA_DIR is", async () => {
  const dataDir = dataFolder()
  const first = await startProduct({ DATA_DIR: dataDir, DEMO: "off" })
  await query("delete from migration", [], dataDir)
  await query(
    "insert into migration (name, hash) values ('0000_tables', 'x'), ('0001_walls', 'x'), ('0028_pepper_mark', 'x')",
    [],
    dataDir,
  )
  await first.stop()
  await expect(startProduct({ DATA_DIR: dataDir, DEMO: "off" })).rejects.toThrow(
    /ended with code 1:[^]*begins with 0000_tables, the program with 0000_schema\. Start with an empty DATA_DIR/,
  )
  await started({ DATA_DIR: dataFolder(), DEMO: "off" })
})

test("[OPERATE-2] demo mode does not start over organisations that the demo data did not make", async () => {
  const dataDir = dataFolder()
  const first = await startProduct({ DATA_DIR: dataDir })
  await query("update organisation set is_demo = false", [], dataDir)
  await first.stop()
  await expect(startProduct({ DATA_DIR: dataDir, DEMO: "on" })).rejects.toThrow(
    /ended with code 1:[^]*Demo mode is on, but this database is not a demo: it holds 16 organisations .* Set DEMO=off/,
  )
})
