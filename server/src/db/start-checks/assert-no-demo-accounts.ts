import { createHash } from "node:crypto"
import { demoAccounts, demoPassword } from "@uc/contract/demo/accounts"
import { DatabaseRefusal } from "./database-refusal.ts"
import { ownConnection } from "../own-connection.ts"
import { typedCommand } from "../../errors/typed-command.ts"

/**
 * BARE-12: everybody knows the password of the demo data. Its people share one password record, which real ones never do:
 * each of those has its own salt. So the shared records are tried, and those of the known accounts.
 */
const suspected = `
  select c.phc, count(*)::int as count, (array_agg(p.account order by p.id))[1:3] as accounts
  from credential c join person p on p.id = c.person_id join organisation o on o.id = p.org_id
  where p.disabled_at is null and o.disabled_at is null
  group by c.phc having count(*) > 1 or bool_or(lower(p.account) = any ($1))`

/** `because`: why demo mode is off, from `config.ts`. */
export async function assertNoDemoAccounts(
  url: string,
  passwords: { readonly matches: (md5: string, record: string) => Promise<boolean> },
  because: string,
): Promise<void> {
  const found = await suspects(url)
  const md5 = createHash("md5").update(demoPassword).digest("hex").toUpperCase()
  for (const { phc, count, accounts } of found) {
    if (!(await passwords.matches(md5, phc))) continue
    throw new DatabaseRefusal(
      `${count} of this database's accounts (${accounts.join(", ")}${count > accounts.length ? " …" : ""}) have the demo ` +
        `password, which everybody knows, and demo mode is off (${because}). For a trial set DEMO=on. For real work begin ` +
        `with an empty database (another DATA_DIR or DATABASE_URL) and ${typedCommand("first-admin")}. To go on with this one, start ` +
        "it with DEMO=on where nobody else reaches it, and disable these accounts or give them other passwords first.",
    )
  }
}

async function suspects(url: string) {
  const client = await ownConnection({ connectionString: url })
  try {
    await client.query("select set_config('uc.reach', 'all', false)")
    const { rows } = await client.query<{ phc: string; count: number; accounts: string[] }>(suspected, [
      demoAccounts.map(({ account }) => account),
    ])
    return rows
  } finally {
    await client.end()
  }
}
