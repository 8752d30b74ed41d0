import { DatabaseRefusal } from "./database-refusal.ts"
import { ownConnection } from "../own-connection.ts"

const whatToDo =
  "Set PEPPER to that one, or put the secrets.json that holds it into DATA_DIR: with another pepper no stored password matches."

/**
 * The first process stores the name of its pepper; one with another pepper is refused. Otherwise two machines that share
 * an empty database would both start, and each would lock out the other's people.
 */
export async function assertSamePepper(url: string, kid: string): Promise<void> {
  const client = await ownConnection({ connectionString: url })
  try {
    await client.query("select set_config('uc.reach', 'all', false)")
    // A database from before the pepper's name was stored.
    const { rows: stored } = await client.query<{ own: boolean | null }>(
      "select bool_or(pepper_kid = $1) as own from (select distinct pepper_kid from credential) kids",
      [kid],
    )
    if (stored[0]?.own === false)
      throw new DatabaseRefusal(`The passwords in this database were stored with another pepper. ${whatToDo}`)
    // Of several processes at once one inserts and the others wait for it.
    await client.query("insert into pepper_mark (kid) values ($1) on conflict do nothing", [kid])
    const { rows } = await client.query<{ kid: string; since: string }>(
      "select kid, to_char(created_at at time zone 'Asia/Shanghai', 'YYYY-MM-DD HH24:MI') as since from pepper_mark",
    )
    if (rows[0]?.kid !== kid)
      throw new DatabaseRefusal(
        `Another machine started on this database first (${rows[0]?.since}, Asia/Shanghai), with another pepper. ${whatToDo}`,
      )
  } finally {
    await client.end()
  }
}
