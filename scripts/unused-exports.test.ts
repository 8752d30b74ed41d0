import { execFile } from "node:child_process"
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, test } from "vitest"
import { root } from "./prepare.mjs"

const knip = join(root, "node_modules", "knip", "bin", "knip.js")

/** The names of unused exports in a project of two packages that is configured as ours is. */
async function unusedExports(folder: string): Promise<string[]> {
  const files = {
    "package.json": JSON.stringify({ name: "project", workspaces: ["contract", "portal"] }),
    "contract/src/limits.ts":
      "export const used = 1\nexport const unused = 2\nexport const own = 3\nvoid own\n",
    "portal/package.json": JSON.stringify({ name: "@uc/portal", dependencies: { "@uc/contract": "0.1.0" } }),
    "portal/src/some.page.tsx": 'import { used } from "@uc/contract/limits"\nvoid used\n',
  }
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(folder, path, ".."), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  for (const path of ["knip.json", "contract/package.json"]) cpSync(join(root, path), join(folder, path))
  mkdirSync(join(folder, "node_modules", "@uc"), { recursive: true })
  symlinkSync(join(folder, "contract"), join(folder, "node_modules", "@uc", "contract"), "junction")
  const args = [knip, "--directory", folder, "--include", "exports", "--reporter", "json", "--no-exit-code"]
  const printed = await new Promise<string>((resolve, reject) => {
    execFile(process.execPath, args, (error, stdout) => (error ? reject(error) : resolve(stdout)))
  })
  const { issues } = JSON.parse(printed) as { issues: { exports: { name: string }[] }[] }
  return issues.flatMap(({ exports }) => exports.map(({ name }) => name))
}

test("[LAYOUT-7] an export of the contract that nobody imports is reported", async () => {
  const folder = mkdtempSync(join(tmpdir(), "unused-exports-"))
  try {
    expect(await unusedExports(folder)).toEqual(["unused", "own"])
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
