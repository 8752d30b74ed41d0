import { captchaMessages } from "@uc/contract/captcha/calls"
import { demoPassword } from "@uc/contract/demo/accounts"
import { errtypes } from "@uc/contract/core/reply"
import { reauthCalls, reauthLockedMessage, verifyTypes } from "@uc/contract/reauth/calls"
import { sql } from "drizzle-orm"
import { expect, test } from "vitest"
import { unrestricted } from "../../db/scope.ts"
import { md5, testApp, type TestApp, type TestClient } from "../../testing/test-app.ts"
import { passedSlider } from "../../testing/test-slider.ts"

const needed = { ret: 0, msg: captchaMessages.needed, errtype: errtypes.captcha }

async function verify(client: TestClient, mid: string, password = demoPassword, slider: object = {}) {
  const given = { mid, type: verifyTypes.password, vcode: md5(password) }
  return (await client.request(reauthCalls.verify, { ...given, ...slider })).json()
}

const execute = (app: TestApp, statement: ReturnType<typeof sql>) =>
  app.database.transaction(unrestricted, (db) => db.execute(statement))

test("[DAY-1] unlocking and switching need no slider in a known browser, other modules do", async () => {
  const app = await testApp()
  for (const mid of ["unlock", "switch"])
    expect(await verify(await app.as("head-a1"), mid)).toMatchObject({ ret: 1 })
  for (const mid of ["password", "domain"]) expect(await verify(await app.as("head-a1"), mid)).toEqual(needed)
})

test("[DAY-1] after a wrong factor unlocking needs a slider until a right one", async () => {
  const app = await testApp()
  const head = await app.as("head-a1")
  expect(await verify(head, "unlock", "wrong")).toMatchObject({ ret: 0 })
  expect(await verify(head, "unlock")).toEqual(needed)
  const slider = await passedSlider(app.database, head.headers, "reauth")
  expect(await verify(head, "unlock", demoPassword, slider)).toMatchObject({ ret: 1 })
})

test("[DAY-1] in an unknown browser, or one that failed a slider or a sign-in, unlocking needs one", async () => {
  const app = await testApp()
  for (const spoil of [
    sql`delete from known_device`,
    sql`insert into quota (key, bucket, n)
      select 'slider-failed:' || encode(device_hash, 'hex'), now(), 1 from known_device`,
    sql`insert into auth_failure (scope, key, n)
      select 'mistyped-browser', encode(device_hash, 'hex'), 1 from known_device`,
  ]) {
    const head = await app.as("head-a1")
    await execute(app, spoil)
    expect(await verify(head, "unlock")).toEqual(needed)
    await execute(app, sql`delete from auth_failure`)
  }
})

test("[DAY-1] a lock of re-authentication is told without a slider", async () => {
  const app = await testApp()
  const head = await app.as("head-a1")
  for (let n = 0; n < 5; n++)
    await verify(head, "domain", "wrong", await passedSlider(app.database, head.headers, "reauth"))
  expect(await verify(head, "domain")).toMatchObject({ msg: reauthLockedMessage(15 * 60) })
})

test("[DAY-1] a code for one's own phone needs no slider; the limit is told without one", async () => {
  const app = await testApp()
  const head = await app.as("head-a1")
  const send = async () => (await head.request(reauthCalls.sendSms, { mid: "domain" })).json()
  await execute(
    app,
    sql`insert into quota (key, bucket, n)
    select 'slider-failed:' || encode(device_hash, 'hex'), now(), 1 from known_device`,
  )
  expect(await send()).toEqual(needed)
  await execute(app, sql`delete from quota`)
  expect(await send()).toMatchObject({ ret: 1, data: { seconds: 300 } })
  await execute(
    app,
    sql`insert into quota (key, bucket, n)
    select 'slider-failed:' || encode(device_hash, 'hex'), now(), 1 from known_device`,
  )
  expect((await send()).msg).toContain("短信发送过于频繁")
})
