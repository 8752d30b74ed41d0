// `npm run migration -- --name what-it-is`: writes the migration that the schema in code asks for. drizzle-kit compares it
// with its newest snapshot alone, so the ones before are removed: each is as long as the whole schema (decision 049).
import { spawnSync } from "node:child_process"
import { readdirSync, rmSync } from "node:fs"
import { join } from "node:path"

const ended = spawnSync(
  join("node_modules", ".bin", "drizzle-kit"),
  ["generate", "--config", join("server", "drizzle.config.ts"), ...process.argv.slice(2)],
  { stdio: "inherit" },
)
if (ended.error) throw ended.error
const folder = join("server", "src", "db", "migrations", "meta")
const snapshots = readdirSync(folder).filter((name) => name.endsWith("_snapshot.json"))
for (const name of snapshots.toSorted().slice(0, -1)) rmSync(join(folder, name))
process.exitCode = ended.status ?? 1
