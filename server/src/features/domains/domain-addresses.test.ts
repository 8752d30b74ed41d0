import { domainAddress } from "@uc/contract/domains/domain-address"
import { domainAddresses } from "@uc/contract/domains/domain-addresses"
import { domainCalls } from "@uc/contract/domains/calls"
import { sql } from "drizzle-orm"
import pg from "pg"
import { expect, test } from "vitest"
import { scratchDatabase } from "../../testing/scratch-database.ts"
import { unrestricted } from "../../db/scope.ts"
import { grantFor } from "../../testing/test-danger.ts"
import { testApp } from "../../testing/test-app.ts"

test("[DOM-5] the call has the verdict of every address in the table", async () => {
  const app = await testApp()
  const head = await app.as("head-a1")
  await grantFor(app, head, "domain")
  await app.database.transaction(unrestricted, (db) =>
    db.execute(sql`update reauth_grant set max_uses = 30000`),
  )
  const [own] = (await head.send(domainCalls.list, {})).domainList
  const wrong = []
  for (const { address, isRight } of domainAddresses) {
    const { statusCode } = await head.request(domainCalls.save, { id: own?.id, name: "x", domainIp: address })
    if (statusCode >= 500 || (statusCode === 200) !== isRight) wrong.push([address.slice(0, 120), statusCode])
  }
  expect(wrong).toEqual([])
})

test("[DOM-5] the database's own check has the verdict of every address in the table", async () => {
  const scratch = await scratchDatabase()
  const client = new pg.Client({ connectionString: scratch.url })
  await client.connect()
  try {
    await client.query("begin; select set_config('uc.reach', 'all', true)")
    const wrong = []
    for (const { address, isRight } of domainAddresses) {
      await client.query("savepoint before")
      const isTaken = await client
        .query("update auth_domain set domain_ip = $1 where id = (select min(id) from auth_domain)", [
          address,
        ])
        .then(
          ({ rowCount }) => rowCount === 1,
          () => false,
        )
      await client.query("rollback to before")
      if (isTaken !== isRight) wrong.push(address.slice(0, 120))
    }
    expect(wrong).toEqual([])
  } finally {
    await client.end()
    await scratch.drop()
  }
})

test("[DOM-5] the database's check is the contract's pattern", async () => {
  const app = await testApp()
  const { rows } = await app.database.transaction(unrestricted, (db) =>
    db.execute<{ definition: string }>(sql`
      select pg_get_constraintdef(oid) as definition from pg_constraint
      where conname in ('auth_domain_address', 'auth_domain_canonical')`),
  )
  expect(rows.map(({ definition }) => definition.includes(`'${domainAddress.source}'`))).toEqual([true, true])
})
