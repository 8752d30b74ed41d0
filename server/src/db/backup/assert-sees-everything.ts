import type pg from "pg"
import { BackupRefusal } from "./backup-refusal.ts"

/**
 * A policy of row-level security hides rows without an error, from the copy as from every count of it. So it is proven from
 * the policies themselves that nothing is hidden: each protected table has one that lets this scope through by its first
 * condition alone, and none that takes something away again.
 */
const hiding = `
  select c.relname as name
  from pg_class c
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and row_security_active(c.oid)
    and (not exists (select from pg_policy p
        where p.polrelid = c.oid and p.polpermissive and p.polcmd in ('*', 'r') and p.polroles = '{0}'
          and starts_with(pg_get_expr(p.polqual, p.polrelid), '(( SELECT uc_sees_all() AS uc_sees_all) OR '))
      or exists (select from pg_policy p
        where p.polrelid = c.oid and not p.polpermissive and p.polcmd in ('*', 'r')))
  order by c.relname`

export async function assertSeesEverything(client: pg.Client): Promise<void> {
  const { rows: scope } = await client.query<{ all: boolean }>("select uc_sees_all() as all")
  if (scope[0]?.all !== true) throw new BackupRefusal("This session does not see every row (uc_sees_all).")
  const { rows } = await client.query<{ name: string }>(hiding)
  if (rows.length === 0) return
  const tables = rows.map(({ name }) => name).join(", ")
  throw new BackupRefusal(
    `Row-level security may hide rows of ${tables} from the backup: a policy there is not ` +
      "the product's own. Nothing was written; remove that policy first.",
  )
}
