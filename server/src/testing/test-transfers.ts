import { accountCalls } from "@uc/contract/account/calls"
import type { Call } from "@uc/contract/core/call"
import { departmentCalls } from "@uc/contract/departments/calls"
import { peopleTransferCalls, type PersonTransfer } from "@uc/contract/people/transfer-calls"
import { sql, type SQL } from "drizzle-orm"
import { unrestricted } from "../db/scope.ts"
import { testApp, type TestClient } from "./test-app.ts"
import { grantFor } from "./test-danger.ts"

/** For tests of transfers: three schools with their administrators, the bureau of two of them, and what they do. */
export async function district() {
  const app = await testApp()
  const clients = {
    a1: await app.as("head-a1"),
    a2: await app.as("head-a2"),
    b1: await app.as("head-b1"),
    bureau: await app.as("bureau-a"),
  }
  const rows = async (query: SQL) =>
    (await app.database.transaction(unrestricted, (db) => db.execute(query))).rows
  const idOf = async (account: string) =>
    String((await rows(sql`select id::text from person where account = ${account}`))[0]?.["id"])
  const orgOf = async (by: TestClient) => (await by.send(accountCalls.current, {})).orgid
  const placesIn = async (by: TestClient, orgid?: string) => {
    const [first] = await by.send(departmentCalls.tree, { orgid: orgid ?? (await orgOf(by)) })
    return [{ deptid: first?.id ?? "", postid: null, isMain: true }]
  }
  const sensitively = async (by: TestClient, call: Call, input: object, headers = {}) => {
    await grantFor(app, by, "person")
    return by.request(call, { ...input }, headers)
  }
  /** Begins; the answer. */
  const begin = async (by: TestClient, account: string, input: object, headers = {}) => {
    const personid = await idOf(account)
    const [row] = await rows(sql`select version from person where id = ${personid}`)
    const asked = { personid, version: Number(row?.["version"]), kind: "move", ...input }
    return sensitively(by, peopleTransferCalls.begin, asked, headers)
  }
  const newest = async (by: TestClient): Promise<PersonTransfer> => {
    const [first] = await by.send(peopleTransferCalls.list, {})
    if (!first) throw new Error("There is no transfer")
    return first
  }
  const answer = async (by: TestClient, id: string, input: object, headers = {}) =>
    sensitively(by, peopleTransferCalls.answer, { id, ...input }, headers)
  const accept = async (by: TestClient) =>
    answer(by, (await newest(by)).id, { isAccepted: 1, places: await placesIn(by) })
  return { app, ...clients, rows, idOf, orgOf, placesIn, begin, newest, answer, accept, sensitively }
}
