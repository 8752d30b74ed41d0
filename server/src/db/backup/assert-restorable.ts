import { knownMigrations } from "../migrate.ts"
import { BackupRefusal } from "./backup-refusal.ts"
import type { SiteInfo } from "./site-source.ts"

/** A site of this program or of an older one, of which every migration is known here. Of a newer one some would be lost. */
export function assertRestorable({ product, migrations }: SiteInfo): void {
  const known = new Map(knownMigrations().map(({ name, hash }) => [name, hash]))
  const newest = [...known.keys()].at(-1)
  const unknown = migrations.filter(({ name }) => !known.has(name)).at(-1)
  if (unknown)
    throw new BackupRefusal(
      `It is of another version (${product}): its schema has ${unknown.name}, this program knows the schema up to ${newest}. ` +
        "Restore it with the version that made it, or a newer one. Nothing was changed.",
    )
  const changed = migrations.find(({ name, hash }) => known.get(name) !== hash)
  if (changed)
    throw new BackupRefusal(
      `Its migration ${changed.name} is not the one that this program has by that name. Restore it with the version that made it.`,
    )
}
