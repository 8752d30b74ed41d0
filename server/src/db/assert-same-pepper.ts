import pg from "pg"

/** With another pepper nobody's password would match any more; better not to start than to lock everybody out. */
export async function assertSamePepper(url: string, kid: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query("select set_config('uc.reach', 'all', false)")
    const { rows } = await client.query<{ own: boolean | null }>(
      "select bool_or(pepper_kid = $1) as own from (select distinct pepper_kid from credential) kids",
      [kid],
    )
    if (rows[0]?.own === false)
      throw new Error(
        "The passwords in this database were stored with another pepper. Set PEPPER to that one, " +
          "or DATA_DIR to the folder whose secrets.json holds it.",
      )
  } finally {
    await client.end()
  }
}
