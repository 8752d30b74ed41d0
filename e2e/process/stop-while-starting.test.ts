import { once } from "node:events"
import { existsSync, rmSync } from "node:fs"
import { join } from "node:path"
import { text } from "node:stream/consumers"
import { expect, test } from "@playwright/test"
import { spawnProduct, temporaryDataDir } from "../product.ts"

test.describe.configure({ timeout: 120_000 })

/** Of the server that is there: it takes the file away when it has ended in order. */
const lockFile = (dataDir: string) => join(dataDir, "postgres", "postmaster.pid")

const moments: Readonly<Record<string, (dataDir: string, printed: string) => boolean>> = {
  "its database starts": (dataDir) => existsSync(lockFile(dataDir)),
  "the demo data is made": (_dataDir, printed) => printed.includes("Making the demo data"),
}

for (const [moment, isNow] of Object.entries(moments))
  test(`[BARE-16] stopped while ${moment}, it ends in order and leaves no database`, async () => {
    const dataDir = temporaryDataDir()
    try {
      const child = spawnProduct({ DATA_DIR: dataDir, STOP_WITHIN_S: "60" })
      let printed = ""
      child.stdout.on("data", (some: Buffer) => (printed += some.toString()))
      const complaints = text(child.stderr)
      const ending = once(child, "exit")
      await expect.poll(() => isNow(dataDir, printed), { intervals: [5], timeout: 60_000 }).toBe(true)
      child.kill("SIGTERM")
      expect(await ending).toEqual([0, null])
      expect(await complaints).toBe("")
      expect(existsSync(lockFile(dataDir))).toBe(false)
    } finally {
      rmSync(dataDir, { recursive: true, force: true })
    }
  })
