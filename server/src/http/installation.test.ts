import { mkdtempSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, test } from "vitest"
import { installationOf } from "./installation.ts"

const config = {
  host: "127.0.0.1",
  dataDir: "/data",
  databaseUrl: null,
  pepper: null,
  trustedProxies: 0,
  smsGateway: null,
  reminderWebhook: null,
  nightlyBackup: null,
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
