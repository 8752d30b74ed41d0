import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { expect, onTestFinished, test } from "vitest"
import { scratchPlace } from "../../../../scripts/scratch-place.ts"
import { startEmbedded } from "./start-embedded.ts"

function folderOf(version: string): string {
  const dataDir = mkdtempSync(join(scratchPlace(), "user-centre-version-"))
  onTestFinished(() => rmSync(dataDir, { recursive: true }))
  chmodSync(dataDir, 0o711)
  mkdirSync(join(dataDir, "postgres"))
  writeFileSync(join(dataDir, "postgres", "PG_VERSION"), `${version}\n`)
  return dataDir
}

test("[OPS-1] files of an older PostgreSQL are left alone, and the refusal says how to keep the data", async () => {
  const dataDir = folderOf("17")
  const starting = startEmbedded({ dataDir, log: () => {} })
  await expect(starting).rejects.toThrow(/are of PostgreSQL 17, and this release brings PostgreSQL \d\d/)
  await expect(starting).rejects.toThrow(
    /stop the product; .*npm run backup -- --to .*npm run restore -- --from/,
  )
  expect(readdirSync(join(dataDir, "postgres"))).toEqual(["PG_VERSION"])
})

test("[OPS-1] files of a newer PostgreSQL are left alone too", async () => {
  const starting = startEmbedded({ dataDir: folderOf("99"), log: () => {} })
  await expect(starting).rejects.toThrow("Start the release that ran here last, or a newer one")
})
