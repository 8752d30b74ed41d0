import { areaAdminCalls } from "@uc/contract/areas/admin-calls"
import { buildingAdminCalls } from "@uc/contract/buildings/admin-calls"
import { gridAdminCalls } from "@uc/contract/grids/admin-calls"
import { logCalls } from "@uc/contract/logs/calls"
import { moduleAdminCalls } from "@uc/contract/modules/admin-calls"
import type { TreeCalls } from "@uc/contract/trees/tree-calls"
import { sql } from "drizzle-orm"
import { expect, test } from "vitest"
import { unrestricted } from "../../db/scope.ts"
import type { TinyAccount } from "../../demo/accounts.ts"
import { testApp } from "../../testing/test-app.ts"

interface Told {
  readonly noun: string
  readonly calls: TreeCalls
  readonly by: TinyAccount
  readonly first: object
  readonly second: object
}

const trees: readonly Told[] = [
  { noun: "gridAdmin", calls: gridAdminCalls, by: "head-a1", first: {}, second: {} },
  {
    noun: "buildingAdmin",
    calls: buildingAdminCalls,
    by: "head-a1",
    first: { kind: "campus" },
    second: { kind: "building" },
  },
  {
    noun: "moduleAdmin",
    calls: moduleAdminCalls,
    by: "platform",
    first: { code: "first" },
    second: { code: "second" },
  },
  {
    noun: "areaAdmin",
    calls: areaAdminCalls,
    by: "platform",
    first: { code: "440000" },
    second: { code: "440100" },
  },
]

test.each(trees)(
  "[DISTRICT-9] every change of a tree stands in the audit log with before and after: $noun",
  async ({ noun, calls, by, first, second }) => {
    const app = await testApp()
    const client = await app.as(by)
    const add = async (name: string, more: object) =>
      (await client.send(calls.save, { name, parentId: null, ...more })).id
    const versionOf = async (id: string) =>
      (await client.send(calls.list, {})).items.find((item) => item.id === id)?.version ?? ""
    const above = await add("东部", first)
    const id = await add("西部", second)
    await client.send(calls.save, { id, name: "南部", version: await versionOf(id) })
    const { version } = await client.send(calls.list, {})
    await client.send(calls.move, { id, parentId: above, before: null, version })
    await client.send(calls.setState, { id, isDisabled: true, version: await versionOf(id) })
    await client.send(calls.remove, { id })

    const { items } = await (await app.as("platform")).send(logCalls.audit, { limit: 50 })
    const told = items.filter(({ action }) => action.startsWith(`${noun}.`)).toReversed()
    const changes = told.map(({ action, change }) => [
      action.split(".")[1],
      JSON.stringify(change?.before ?? null),
      JSON.stringify(change?.after ?? null),
    ])
    const has = (text: string) => expect.stringContaining(text)
    expect(changes).toEqual([
      ["save", "null", has("东部")],
      ["save", "null", has("西部")],
      ["save", has("西部"), has("南部")],
      ["move", expect.stringMatching(/^(?!.*东部).*南部/), has("东部 / 南部")],
      ["setState", has("启用"), has("停用")],
      ["remove", has("东部 / 南部"), "null"],
    ])
    // Whose it was: the person's, in their organisation.
    const { rows } = await app.database.transaction(unrestricted, (db) =>
      db.execute(sql`select distinct p.account from audit_log a join person p on p.id = a.person_id
        where starts_with(a.action, ${`${noun}.`})`),
    )
    expect(rows).toEqual([{ account: by }])
  },
)
