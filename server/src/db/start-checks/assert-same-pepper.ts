import type pg from "pg"
import { eventsPrefix } from "./connection-budget.ts"
import { DatabaseRefusal } from "./database-refusal.ts"
import { ownConnection } from "../own-connection.ts"

const whatToDo =
  "Set PEPPER to that one, or put the secrets.json that holds it into DATA_DIR: with another pepper no stored password matches."

/**
 * The first process stores the name of its pepper; one with another pepper is refused. Otherwise two machines that share
 * an empty database would both start, and each would lock out the other's people. `ownName`: of this process's connection for
 * events, by which others are told from it.
 */
export async function assertSamePepper(url: string, kid: string, ownName = ""): Promise<void> {
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
    if (rows[0]?.kid === kid || (await takenOver(client, kid, ownName))) return
    throw new DatabaseRefusal(
      `Another machine started on this database first (${rows[0]?.since}, Asia/Shanghai), with another pepper. ${whatToDo}`,
    )
  } finally {
    await client.end()
  }
}

/**
 * OPERATE-6: before there is anybody, nothing was stored with the pepper of an earlier start, so an operator may still set one. Not
 * while another process runs on the database, which would go on with the other one.
 */
async function takenOver(client: pg.Client, kid: string, ownName: string): Promise<boolean> {
  await client.query("begin")
  const { rowCount } = await client.query(
    `update pepper_mark set kid = $1, created_at = now() where not exists (select from person)
       and not exists (select from pg_stat_activity where datname = current_database()
         and application_name like $2 and application_name <> $3)`,
    [kid, `${eventsPrefix}%`, ownName],
  )
  const isTaken = rowCount === 1
  // Made at a start and sealed by the pepper; nobody has got anything that they have signed.
  if (isTaken) for (const table of ["oidc_key", "oidc_state"]) await client.query(`delete from ${table}`)
  await client.query(isTaken ? "commit" : "rollback")
  return isTaken
}
