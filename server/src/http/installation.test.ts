import { mkdtempSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, test } from "vitest"
import { foldersOf, installationOf } from "./installation.ts"

const config = {
  host: "127.0.0.1",
  dataDir: "/data",
  databaseUrl: null,
  pepper: null,
  trustedProxies: 0,
  smsGateway: null,
  reminderWebhook: null,
  nightlyBackup: null,
  archiveTo: "/data/archive",
}

function commitOf(release: unknown): string | null {
  const root = mkdtempSync(join(tmpdir(), "release-"))
  if (release !== undefined) writeFileSync(join(root, "release.json"), JSON.stringify(release))
  return installationOf(config, { pepper: "x".repeat(64), jobs: [], root }).commit
}

test("[OPS-4][OPS-7] a release says which commit it is of; changed sources have none", () => {
  expect(commitOf({ version: "1.0.0", commit: "0123456789abcdef0123456789abcdef01234567" })).toBe(
    "0123456789ab",
  )
  expect(commitOf({ version: "1.0.0", commit: null })).toBeNull()
  expect(commitOf(undefined)).toBeNull()
})

test("[OPS-4] the disks of data, backups and archived months are watched, one within another once", () => {
  const names = (more: Partial<Parameters<typeof foldersOf>[0]>) =>
    foldersOf({ ...config, ...more }).map(({ name, path }) => `${name} ${path}`)
  expect(names({})).toEqual(["DATA_DIR /data"])
  expect(names({ dataDir: "data", archiveTo: "data/archive" })).toEqual(["DATA_DIR data"])
  expect(names({ archiveTo: "/months", nightlyBackup: { folder: "/backups" } })).toEqual([
    "DATA_DIR /data",
    "BACKUP_TO /backups",
    "ARCHIVE_TO /months",
  ])
})
