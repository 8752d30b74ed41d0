import { accountCalls } from "@uc/contract/account/calls"
import { alarmSourceCalls, ingestMessages } from "@uc/contract/alarm-sources/calls"
import { replyMessages } from "@uc/contract/core/reply"
import { sql } from "drizzle-orm"
import { expect, test } from "vitest"
import { grantFor } from "../../testing/test-danger.ts"
import { alarmOf, signed, sourceOf } from "../../testing/test-alarm-source.ts"
import { giveNew, orgCalled, rowsIn } from "../../testing/test-roles.ts"
import { testApp, type TestApp, type TestClient } from "../../testing/test-app.ts"

const create = async (app: TestApp, by: TestClient, orgid: string) => {
  await grantFor(app, by, "alarm-source")
  const answer = await by.request(alarmSourceCalls.createSource, { orgid, name: "校园网关" })
  return [answer.statusCode, answer.json<{ msg: string }>().msg]
}

test("[FAULT-3] a role for the bureau alone makes no alarm source that reaches its schools", async () => {
  const app = await testApp()
  const [bureau, clerk] = [await app.as("bureau-a"), await app.as("clerk-a")]
  const { orgid } = await bureau.send(accountCalls.current, {})
  await giveNew(app, bureau, clerk, {
    name: "预警来源管理员",
    permissions: ["alarmSources.manage"],
    scopeKind: "organisation",
  })
  expect(await create(app, clerk, orgid)).toEqual([403, ingestMessages.reachesBeyond])
  // What others have made for the area is neither listed for them nor revoked by them.
  const source = await sourceOf(app, bureau, orgid)
  expect((await clerk.send(alarmSourceCalls.sources, {})).sources).toEqual([])
  await grantFor(app, clerk, "alarm-source")
  const revoked = await clerk.request(alarmSourceCalls.revokeSource, { id: source.id })
  expect([revoked.statusCode, revoked.json().msg]).toEqual([403, replyMessages.outOfReach])
  const read = await clerk.request(alarmSourceCalls.sourceCalls, { id: source.id })
  expect(read.statusCode).toBe(403)
})

test("[FAULT-3] a 单位管理员 of the bureau makes none either, and a role for the area does", async () => {
  const app = await testApp()
  await rowsIn(app, sql`update person set admintype = 1 where account = 'clerk-a'`)
  const [bureau, unitHead] = [await app.as("bureau-a"), await app.as("clerk-a")]
  const { orgid } = await bureau.send(accountCalls.current, {})
  expect(await create(app, unitHead, orgid)).toEqual([403, ingestMessages.reachesBeyond])
  await giveNew(app, bureau, unitHead, {
    name: "预警来源管理员",
    permissions: ["alarmSources.manage"],
    scopeKind: "area",
  })
  expect((await create(app, unitHead, orgid))[0]).toBe(200)
})

test("[FAULT-3] a bureau's source reports nothing about the platform's own organisation in its area", async () => {
  const app = await testApp()
  await rowsIn(
    app,
    sql`update organisation set (area_id, area_path) = (select area_id, area_path from organisation where name = '甲区教育局')
      where kind = 'platform'`,
  )
  const bureau = await app.as("bureau-a")
  const { orgid } = await bureau.send(accountCalls.current, {})
  const source = await sourceOf(app, bureau, orgid)
  const report = async (org: string) => {
    const answer = await app.app.inject(signed(source, alarmSourceCalls.report, { items: [alarmOf(org)] }))
    return answer.json().data.results[0]
  }
  expect(await report(await orgCalled(app, "平台"))).toMatchObject({
    is: "refused",
    msg: ingestMessages.unknownOrganisation,
  })
  expect(await report(await orgCalled(app, "甲一小学"))).toMatchObject({ is: "accepted" })
})
