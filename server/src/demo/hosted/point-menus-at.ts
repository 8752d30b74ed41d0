import { ownConnection } from "../../db/own-connection.ts"
import { hostedPages } from "./hosted-pages.ts"

/** As the demo data is made, or of an earlier run. */
const demoOrigin = String.raw`^(https://(oa|video)\.wenlan\.example|http://(127\.0\.0\.1|localhost|\[::1\]):[0-9]+)(?=/|$)`

/**
 * The demo's hosted entries and the lists of authorised domains name the origin that serves their pages in this run: its port
 * may be another one than last time. Entries that somebody has pointed elsewhere keep their address.
 */
export async function pointMenusAt(databaseUrl: string, origin: string): Promise<void> {
  const client = await ownConnection({
    connectionString: databaseUrl,
    application_name: "user-centre demo pages",
  })
  try {
    await client.query("begin")
    await client.query("select set_config('uc.reach', 'all', true)")
    const paths = hostedPages.map(({ path }) => path)
    const { rows } = await client.query<{ origin: string }>(
      `select distinct regexp_replace(address, '(?<=[^/:])/.*$', '') as origin from menu
       where module_type = 'url' and address ~ $1 and regexp_replace(address, $1, '') = any ($2)`,
      [demoOrigin, paths],
    )
    const former = rows.map((row) => row.origin).filter((each) => each !== origin)
    await client.query(
      `update menu set address = regexp_replace(address, $1, $3)
       where module_type = 'url' and address ~ $1 and regexp_replace(address, $1, '') = any ($2)`,
      [demoOrigin, paths, origin],
    )
    await client.query(
      `update auth_domain d set origin = $1, domain_ip = $1
       where origin = any ($2)
         and not exists (select from auth_domain o where o.org_id = d.org_id and o.origin = $1)`,
      [origin, former],
    )
    await client.query(
      "update friend_link set address = $1 where regexp_replace(address, '/$', '') = any ($2)",
      [`${origin}${hostedPages[0]?.path ?? "/"}`, former],
    )
    await client.query("commit")
  } finally {
    // Rolls back what was not committed.
    await client.end()
  }
}
