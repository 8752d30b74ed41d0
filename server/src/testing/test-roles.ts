import { accountCalls } from "@uc/contract/account/calls"
import type { InputOf } from "@uc/contract/core/call"
import { roleCalls } from "@uc/contract/roles/calls"
import { sql, type SQL } from "drizzle-orm"
import { unrestricted } from "../db/scope.ts"
import { grantFor } from "./test-danger.ts"
import type { TestApp, TestClient } from "./test-app.ts"

/** For tests of roles (DISTRICT-8): through the calls of an administrator, with the grant that they need. */
export const rowsIn = <T extends Record<string, unknown>>(app: TestApp, statement: SQL): Promise<T[]> =>
  app.database.transaction(unrestricted, async (db) => (await db.execute(statement)).rows as T[])

export async function save(
  app: TestApp,
  client: TestClient,
  role: InputOf<typeof roleCalls.save>,
): Promise<string> {
  await grantFor(app, client, "role")
  return (await client.send(roleCalls.save, role)).id
}

export async function give(app: TestApp, client: TestClient, id: string, personids: string): Promise<void> {
  await grantFor(app, client, "role")
  await client.send(roleCalls.give, { id, personids })
}

export async function take(app: TestApp, client: TestClient, id: string, personid: string): Promise<void> {
  await grantFor(app, client, "role")
  await client.send(roleCalls.take, { id, personid })
}

/** A new role of the giver's organisation, given at once. */
export async function giveNew(
  app: TestApp,
  giver: TestClient,
  to: TestClient,
  role: InputOf<typeof roleCalls.save>,
): Promise<string> {
  const id = await save(app, giver, role)
  await give(app, giver, id, await idOf(to))
  return id
}

export async function idOf(client: TestClient): Promise<string> {
  return (await client.send(accountCalls.current, {})).id
}

export async function orgCalled(app: TestApp, name: string): Promise<string> {
  const [row] = await rowsIn<{ id: string }>(app, sql`select id::text from organisation where name = ${name}`)
  return row?.id ?? ""
}
