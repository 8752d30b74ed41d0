import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"

/**
 * The address of an embedded PostgreSQL that runs, as the server's own role, without starting it or making anything; null: it does
 * not run, or never did. A socket that a killed one left is found too: nobody answers there.
 */
export function runningEmbedded(dataDir: string): string | null {
  const role = "uc"
  for (const folder of [join(dataDir, "socket"), noted(join(dataDir, "socket-folder"))]) {
    if (folder !== null && existsSync(join(folder, ".s.PGSQL.5432")))
      return `postgresql://${role}@${encodeURIComponent(folder)}/${role}`
  }
  const port = noted(join(dataDir, "postgres.port"))
  const password = noted(join(dataDir, "postgres.password"))
  if (port === null || password === null || !existsSync(join(dataDir, "postgres", "postmaster.pid")))
    return null
  return `postgresql://${role}:${password}@127.0.0.1:${port}/${role}`
}

function noted(file: string): string | null {
  return existsSync(file) ? readFileSync(file, "utf8") : null
}
