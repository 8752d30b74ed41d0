import RingCentral from "@rc-ex/core"
import { scimLimits } from "@uc/contract/applications/scim"
import { accountCalls } from "@uc/contract/account/calls"
import { sql } from "drizzle-orm"
import { unrestricted } from "../../db/scope.ts"
import type { TestApp, TestClient } from "../test-app.ts"

/** A SCIM client that nobody here wrote (decision 103): its own service speaks the protocol at the same addresses. */
export function otherScimClient(base: string, key: string): RingCentral {
  return new RingCentral({ server: base, token: { access_token: key } })
}

/** As its documents have it: page after page, until as many have come as there are. */
export async function everybodyBy(
  client: RingCentral,
  count: number = scimLimits.countAtMost,
): Promise<{ readonly ids: string[]; readonly pages: number }> {
  const ids: string[] = []
  for (let pages = 1; ; pages++) {
    const { Resources = [], totalResults = 0 } = await client
      .scim()
      .users()
      .list({ startIndex: ids.length + 1, count })
    ids.push(...Resources.flatMap(({ id }) => id ?? []))
    if (Resources.length === 0 || ids.length >= totalResults) return { ids, pages }
  }
}

/** More people in the administrator's organisation; gives the ids of all of them, in order. */
export async function addPeople(app: TestApp, head: TestClient, many: number): Promise<readonly string[]> {
  const { orgid } = await head.send(accountCalls.current, {})
  return app.database.transaction(unrestricted, async (db) => {
    await db.execute(sql`
      with made as (insert into person (org_id, account, name, usertype, phone)
        select ${orgid}::bigint, 'many-' || n, '王' || n, 40, (13000000000 + n)::text
        from generate_series(1, ${many}::int) n returning id)
      insert into person_department (org_id, person_id, department_id, is_main)
      select ${orgid}::bigint, id, (select min(id) from department where org_id = ${orgid}::bigint and disabled_at is null), true
      from made`)
    const { rows } = await db.execute<{ id: string }>(
      sql`select id::text as id from person where org_id = ${orgid}::bigint order by person.id`,
    )
    return rows.map(({ id }) => id)
  })
}
