import { finding, type Finding } from "./finding.ts"

interface Migration {
  readonly name: string
  readonly hash: string
}

export interface MigrationFacts {
  /** What this program has, in their order. */
  readonly known: readonly Migration[]
  /** First migrations of baselines that are no longer supported. */
  readonly earlierBaselines: readonly string[]
  /** What the database has; null: it has no table of them. */
  readonly applied: readonly Migration[] | null
}

export function checkMigrations({ known, earlierBaselines, applied }: MigrationFacts): Finding {
  if (applied === null || applied.length === 0) return finding("migrations", "migrations.empty")
  const earlier = applied.find(({ name }) => earlierBaselines.includes(name))
  if (earlier) return finding("migrations", "migrations.earlier", { name: earlier.name })
  const hashes = new Map(known.map(({ name, hash }) => [name, hash]))
  const newer = applied.filter(({ name }) => !hashes.has(name)).map(({ name }) => name)
  if (newer.length > 0)
    return finding("migrations", "migrations.newer", { name: newer.toSorted().at(-1) ?? "" })
  const changed = applied.find(({ name, hash }) => hashes.get(name) !== hash)
  if (changed) return finding("migrations", "migrations.changed", { name: changed.name })
  const done = new Set(applied.map(({ name }) => name))
  const count = known.filter(({ name }) => !done.has(name)).length
  if (count > 0) return finding("migrations", "migrations.pending", { count })
  return finding("migrations", "migrations.ok", { newest: known.at(-1)?.name ?? "" })
}
