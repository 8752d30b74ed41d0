import { createCanvas, Image } from "@napi-rs/canvas"
import { captchaCalls, captchaMessages } from "@uc/contract/captcha/calls"
import { demoPassword } from "@uc/contract/demo/accounts"
import { peopleAdminCalls, peopleAdminMessages } from "@uc/contract/people/admin-calls"
import {
  pictureFiles,
  pictureService,
  profileCalls,
  profileLimits,
  passwordChangedRing,
  profileMessages,
} from "@uc/contract/account/profile-calls"
import { noticeCalls } from "@uc/contract/notices/calls"
import { subscriptionCalls } from "@uc/contract/subscriptions/calls"
import { errtypes } from "@uc/contract/core/reply"
import { accountCalls, sessionMessages } from "@uc/contract/account/calls"
import { demoMessageCalls } from "@uc/contract/demo/message-calls"
import { defaultSiteConfig } from "@uc/contract/core/site-defaults"
import { sql } from "drizzle-orm"
import { expect, test } from "vitest"
import { unrestricted } from "../../db/scope.ts"
import { grantFor } from "../../testing/test-danger.ts"
import { cookiesOf, md5, testApp, type TestApp, type TestClient } from "../../testing/test-app.ts"
import { solution } from "../../testing/test-slider.ts"
import { peopleByName, peopleByPhone } from "../../security/sign-in/person-signing-in.ts"
import { tiedPerson } from "./profile.store.ts"

const base = defaultSiteConfig.services[pictureService]
const userOf = (client: TestClient) => client.send(accountCalls.current, {})

function upload(
  app: TestApp,
  client: Pick<TestClient, "headers">,
  payload: Buffer,
  origin = "http://localhost",
) {
  return app.app.inject({
    method: "POST",
    url: `${base}${pictureFiles.own}`,
    headers: { ...client.headers, origin, "content-type": "application/octet-stream" },
    payload,
  })
}
const show = (app: TestApp, client: Pick<TestClient, "headers">, himg: string) =>
  app.app.inject({ url: himg, headers: client.headers })

function photo(width: number, height: number): Buffer {
  const canvas = createCanvas(width, height)
  const context = canvas.getContext("2d")
  context.fillStyle = "#1c5fd0"
  context.fillRect(0, 0, width, height)
  return canvas.toBuffer("image/png")
}

test("[HOME-1] a picture is scaled to 256 px, re-encoded and shown only within reach", async () => {
  const app = await testApp()
  const [teacher, colleague, bureau, stranger] = [
    await app.as("teacher-a1"),
    await app.as("head-a1"),
    await app.as("bureau-a"),
    await app.as("head-a2"),
  ]
  const { id } = await userOf(teacher)
  const secret = Buffer.concat([photo(900, 300), Buffer.from("<script>alert(1)</script>")])
  const answer = await upload(app, teacher, secret)
  expect(answer.statusCode).toBe(200)
  const { himg } = answer.json<{ data: { himg: string } }>().data
  for (const sees of [teacher, colleague, bureau]) {
    expect(await sees.send(profileCalls.pictureOf, { personid: id })).toEqual({ himg })
    const shown = await show(app, sees, himg)
    expect([shown.statusCode, shown.headers["content-type"]]).toEqual([200, "image/webp"])
    expect(shown.rawPayload.includes("script")).toBe(false)
  }
  const picture = new Image()
  picture.src = (await show(app, teacher, himg)).rawPayload
  await picture.decode()
  expect([picture.width, picture.height]).toEqual([profileLimits.pictureSide, profileLimits.pictureSide])
  expect((await show(app, stranger, himg)).statusCode).toBe(403)
  expect((await show(app, { headers: {} }, himg)).statusCode).toBe(401)
  expect((await stranger.request(profileCalls.pictureOf, { personid: id })).statusCode).toBe(403)
  expect((await teacher.send(profileCalls.removePicture, {})).himg).toBeNull()
  expect((await show(app, teacher, himg)).statusCode).toBe(403)
})

test("[HOME-1] an upload that is no picture is refused by its content", async () => {
  const app = await testApp()
  const teacher = await app.as("teacher-a1")
  const said = async (payload: Buffer, origin?: string) => {
    const answer = await upload(app, teacher, payload, origin)
    return [answer.statusCode, answer.json<{ msg: string }>().msg]
  }
  expect(await said(Buffer.alloc(profileLimits.pictureBytes + 1))).toEqual([
    413,
    profileMessages.pictureTooLarge,
  ])
  expect(await said(Buffer.from("<html><script>1</script>"))).toEqual([415, profileMessages.notPicture])
  expect((await said(Buffer.from("%PDF-1.7 nothing")))[0]).toBe(415)
  expect((await said(photo(20, 20).subarray(0, 60)))[0]).toBe(415)
  expect((await said(Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>")))[0]).toBe(415)
  expect((await said(photo(20, 20), "https://evil.example"))[0]).toBe(403)
  expect((await userOf(teacher)).himg).toBeNull()
})

test("[AUTH-8][DAY-1] the phone changes only with a code to the new one after re-authentication", async () => {
  const app = await testApp()
  const teacher = await app.as("teacher-a1")
  const phone = "13912345678"
  const unproven = await teacher.request(profileCalls.sendPhoneCode, { phone })
  expect([unproven.statusCode, unproven.json()]).toMatchObject([403, { errtype: errtypes.grantNeeded }])
  await grantFor(app, teacher, "phone")
  await teacher.send(profileCalls.checkPhone, { phone })
  await teacher.send(profileCalls.sendPhoneCode, { phone })
  // DAY-1: a limit is told without a grant, and uses none up.
  expect((await teacher.request(profileCalls.checkPhone, { phone })).statusCode).toBe(429)
  const messages = await app.anonymous.send(demoMessageCalls.list, {})
  const code = /\d{6}/.exec(messages[0]?.text ?? "")?.[0] ?? ""
  const wrong = code === "000000" ? "000001" : "000000"
  await expect(teacher.send(profileCalls.changePhone, { phone, vcode: wrong })).rejects.toThrow(
    profileMessages.codeWrong,
  )
  // The code is for that phone and for no other.
  await expect(teacher.send(profileCalls.changePhone, { phone: "13912345679", vcode: code })).rejects.toThrow(
    profileMessages.codeWrong,
  )
  expect((await teacher.send(profileCalls.changePhone, { phone, vcode: code })).phone).toBe("139****5678")
  const other = await app.as("teacher-a2")
  await app.database.transaction(unrestricted, (db) =>
    db.execute(sql`delete from quota where key like 'sms:%'`),
  )
  await grantFor(app, other, "phone")
  await other.send(profileCalls.sendPhoneCode, { phone })
  const again = await app.anonymous.send(demoMessageCalls.list, {})
  const second = /\d{6}/.exec(again[0]?.text ?? "")?.[0] ?? ""
  await expect(other.send(profileCalls.changePhone, { phone, vcode: second })).rejects.toThrow(
    profileMessages.phoneTaken,
  )
})

test("[LOGIN-3] a phone that too many share signs in only the person who has proven it", async () => {
  const app = await testApp()
  const phone = "13912349999"
  const run = (statement: ReturnType<typeof sql>) =>
    app.database.transaction(unrestricted, (db) => db.execute(statement))
  const named = () =>
    app.database.transaction(unrestricted, async (db) => {
      const found = await Promise.all([
        peopleByPhone(db, phone, Buffer.alloc(32)),
        peopleByName(db, phone, Buffer.alloc(32)),
      ])
      return found.map((one) => (one && "account" in one ? one.account : null))
    })
  await run(sql`update person set phone = ${phone} where account = 'teacher-a1'`)
  expect(await named()).toEqual(["teacher-a1", "teacher-a1"])
  // DISTRICT-3: up to three are asked which of them is meant.
  await run(sql`update person set phone = ${phone} where account in ('teacher-b1', 'head-a1', 'head-a2')`)
  expect(await named()).toEqual([null, null])

  // Nobody has proven it yet, so whoever can is accepted, also with the number that they have already.
  const teacher = await app.as("teacher-a1")
  await grantFor(app, teacher, "phone")
  await teacher.send(profileCalls.sendPhoneCode, { phone })
  const [message] = await app.anonymous.send(demoMessageCalls.list, {})
  await teacher.send(profileCalls.changePhone, { phone, vcode: /\d{6}/.exec(message?.text ?? "")?.[0] ?? "" })
  expect(await named()).toEqual(["teacher-a1", "teacher-a1"])
  await grantFor(app, teacher, "phone")
  await expect(teacher.send(profileCalls.sendPhoneCode, { phone })).rejects.toThrow(profileMessages.phoneSame)

  // A changed number is not proven, whoever writes it; nor is the old one when it is set again.
  await run(sql`update person set phone = '13912340000' where account = 'teacher-a1'`)
  await run(sql`update person set phone = ${phone} where account = 'teacher-a1'`)
  expect(await named()).toEqual([null, null])
})

test("[HOME-1] signature and home page are personal; a path outside the portal is refused", async () => {
  const app = await testApp()
  const teacher = await app.as("teacher-a1")
  expect((await teacher.send(profileCalls.saveSignature, { signature: " 平安是福 " })).signature).toBe(
    "平安是福",
  )
  await teacher.send(profileCalls.saveHomePage, { place: "/main/alarms" })
  await teacher.send(profileCalls.saveHomePage, { place: "/12/34" })
  expect(await teacher.send(profileCalls.own, {})).toMatchObject({ homePage: "/12/34" })
  for (const place of [
    "//evil.example",
    "https://evil.example",
    "javascript:alert(1)",
    "/\\evil",
    "main",
    "/a#b",
  ])
    expect([place, (await teacher.request(profileCalls.saveHomePage, { place })).statusCode]).toEqual([
      place,
      400,
    ])
  await teacher.send(profileCalls.saveHomePage, {})
  expect(await teacher.send(profileCalls.own, {})).toMatchObject({ homePage: null })
})

test("[ROLE-2] switching organisations needs re-authentication and starts a new session", async () => {
  const app = await testApp()
  const teacher = await app.as("teacher-a1")
  const { organisations } = await teacher.send(profileCalls.own, {})
  expect(organisations.map(({ orgname, isCurrent }) => [orgname, isCurrent])).toEqual([
    ["甲一小学", true],
    ["乙一小学", false],
  ])
  const personid = organisations[1]?.personid ?? ""
  expect((await teacher.request(profileCalls.switchTo, { personid })).statusCode).toBe(403)
  await grantFor(app, teacher, "switch")
  const answer = await teacher.request(profileCalls.switchTo, { personid })
  expect(answer.json()).toMatchObject({ data: { id: personid, orgname: "乙一小学" } })
  const over = { headers: { cookie: cookiesOf(answer) } }
  const now = await app.app.inject({ url: "/usercenter/get_userinfo.action", headers: over.headers })
  expect(now.json()).toMatchObject({ data: { id: personid, orgname: "乙一小学" } })
  expect((await teacher.request(accountCalls.current, {})).statusCode).toBe(401)
  const { rows } = await app.database.transaction(unrestricted, (db) =>
    db.execute(sql`select (select count(*)::int from audit_log where action = 'profile.switchTo' and result = 'done') as audited,
      (select count(*)::int from login_log where reason = 'switched' and person_id = ${personid}) as logged`),
  )
  expect(rows).toEqual([{ audited: 1, logged: 1 }])
})

test("[ROLE-2] switching to a foreign or disabled person is refused", async () => {
  const app = await testApp()
  const [teacher, other] = [await app.as("teacher-a1"), await app.as("head-b1")]
  const foreign = (await userOf(other)).id
  const own = (await userOf(teacher)).id
  for (const personid of [foreign, own, "999999"]) {
    await grantFor(app, teacher, "switch")
    const refused = await teacher.request(profileCalls.switchTo, { personid })
    expect([refused.statusCode, refused.json()]).toMatchObject([403, { msg: profileMessages.notTied }])
  }
  const tied = (await teacher.send(profileCalls.own, {})).organisations[1]?.personid ?? ""
  // An account with two factors is not reached through one with a single factor.
  await app.database.transaction(unrestricted, (db) =>
    db.execute(sql`update person set must_use_second_factor = true where id = ${tied}`),
  )
  const weaker = await teacher.request(profileCalls.switchTo, { personid: tied })
  expect(weaker.json()).toMatchObject({ msg: profileMessages.switchTwoFactors })
  await app.database.transaction(unrestricted, (db) =>
    db.execute(sql`update person set disabled_at = now() where id = ${tied}`),
  )
  expect((await teacher.send(profileCalls.own, {})).organisations).toHaveLength(1)
  const refused = await teacher.request(profileCalls.switchTo, { personid: tied })
  expect(refused.json()).toMatchObject({ msg: profileMessages.notTied })
  expect((await userOf(teacher)).id).toBe(own)
})

test("[LOGIN-5] another account is linked by its password, with the lock of a sign-in", async () => {
  const app = await testApp()
  const head = await app.as("head-a2")
  const tie = async (account: string, password: string) => {
    await grantFor(app, head, "switch")
    return head.send(profileCalls.tie, { account, password: md5(password), ...(await slider(app, head)) })
  }
  const { organisations } = await tie("worker-ae", demoPassword)
  expect(organisations.map(({ orgname }) => orgname)).toEqual(["甲二小学", "甲区配送公司"])
  await expect(tie("worker-ae", demoPassword)).rejects.toThrow(profileMessages.tieTaken)
  await expect(tie("head-a2", demoPassword)).rejects.toThrow(profileMessages.tieSelf)
  await expect(tie("teacher-a2", demoPassword)).rejects.toThrow(profileMessages.tieSameOrg)
  const personid = organisations[1]?.personid ?? ""
  expect((await head.send(profileCalls.untie, { personid })).organisations).toHaveLength(1)
  await expect(head.send(profileCalls.untie, { personid })).rejects.toThrow(profileMessages.notTied)
  for (let guess = 0; guess < 4; guess++)
    await expect(tie("boss-ae", `wrong${guess}`)).rejects.toThrow(sessionMessages.wrongCredentials)
  await expect(tie("boss-ae", "wrong4")).rejects.toThrow("登录失败次数过多")
  await expect(tie("boss-ae", demoPassword)).rejects.toThrow("登录失败次数过多")
})

test("[BARE-10] linking an account needs a slider of this browser, used once", async () => {
  const app = await testApp()
  const head = await app.as("head-a2")
  await grantFor(app, head, "switch")
  const account = { account: "worker-ae", password: md5(demoPassword) }
  const tie = (given: object) => head.request(profileCalls.tie, { ...account, ...given })
  // DAY-1: after a failure. Who is known and has none needs no slider.
  await app.database.transaction(unrestricted, (db) =>
    db.execute(sql`insert into auth_failure (scope, key, n)
      select 'mistyped-browser', encode(device_hash, 'hex'), 1 from known_device`),
  )
  expect((await tie({})).json()).toMatchObject({ msg: captchaMessages.needed, errtype: errtypes.captcha })
  const solved = await slider(app, head)
  const refused = { msg: captchaMessages.failed, errtype: errtypes.captcha }
  // Dragged to the wrong place; another browser's; solved for something else.
  const wrong = { ...(await slider(app, head)), chenckMoveCode: 0 }
  const elsewhere = await slider(app, await app.as("head-a1"))
  const forSms = await slider(app, head, "sms")
  for (const given of [wrong, elsewhere, forSms]) expect((await tie(given)).json()).toMatchObject(refused)
  // No password was tried so far: the grant is still there, but the slider is used up.
  expect((await tie(solved)).statusCode).toBe(200)
  await grantFor(app, head, "switch")
  expect((await tie(solved)).json()).toMatchObject(refused)
})

test("[DAY-1] linking an account needs no slider before the first failure, and one after it", async () => {
  const app = await testApp()
  const head = await app.as("head-a2")
  const tie = async (password: string) => {
    await grantFor(app, head, "switch")
    return (await head.request(profileCalls.tie, { account: "worker-ae", password: md5(password) })).json()
  }
  expect(await tie("wrong")).toMatchObject({ msg: sessionMessages.wrongCredentials })
  expect(await tie(demoPassword)).toMatchObject({ msg: captchaMessages.needed, errtype: errtypes.captcha })
  await app.database.transaction(unrestricted, (db) => db.execute(sql`delete from auth_failure`))
  expect(await tie(demoPassword)).toMatchObject({ ret: 1 })
})

test("[BARE-10] a wrong password spends the grant, also for tries at the same moment", async () => {
  const app = await testApp()
  const head = await app.as("head-a2")
  await grantFor(app, head, "switch")
  const sliders = [await slider(app, head), await slider(app, head), await slider(app, head)]
  const tries = await Promise.all(
    sliders.map((solved, no) =>
      head.request(profileCalls.tie, { account: "boss-ae", password: md5(`wrong${no}`), ...solved }),
    ),
  )
  const said = tries.map((answer) => answer.json<{ msg: string; errtype?: number; commits?: unknown }>())
  expect(said.filter(({ msg }) => msg === sessionMessages.wrongCredentials)).toHaveLength(1)
  expect(said.filter(({ errtype }) => errtype === errtypes.grantNeeded)).toHaveLength(2)
  expect(said.every((reply) => !("commits" in reply))).toBe(true)
  // A right password that can't be used costs the same: the difference would reveal it.
  await grantFor(app, head, "switch")
  const own = { account: "head-a2", password: md5(demoPassword) }
  const self = await head.request(profileCalls.tie, { ...own, ...(await slider(app, head)) })
  expect(self.json()).toMatchObject({ msg: profileMessages.tieSelf })
  const again = await head.request(profileCalls.tie, { ...own, ...(await slider(app, head)) })
  expect(again.json()).toMatchObject({ errtype: errtypes.grantNeeded })
})

async function slider(app: TestApp, client: TestClient, purpose: "login" | "sms" = "login") {
  const { chenckMoveid } = await client.send(captchaCalls.image, { purpose })
  return solution(app.database, chenckMoveid)
}

test("[ROLE-2][HOME-6] a reset password or a phone set by an administrator unlinks the account", async () => {
  const app = await testApp()
  const head = await app.as("head-a1")
  const { id: headId } = await userOf(head)
  const teacher = await app.as("teacher-a1")
  const { id: personid } = await userOf(teacher)
  const [, elsewhere] = (await teacher.send(profileCalls.own, {})).organisations
  const tiedWith = () =>
    app.database.transaction(unrestricted, (db) => tiedPerson(db, elsewhere?.personid ?? "", personid))
  const { rows: ties } = await app.database.transaction(unrestricted, (db) =>
    db.execute<{ human: string }>(
      sql`select human_id as human from person_tie where person_id = ${personid}`,
    ),
  )
  const change = async (id: string, phone?: string) => {
    const { version, nickname } = await head.send(peopleAdminCalls.details, { personid: id })
    await grantFor(app, head, "person")
    const written = { personid: id, version, nickname, ...(phone !== undefined && { phone }) }
    return head.send(peopleAdminCalls.change, written)
  }
  await change(personid)
  expect(await tiedWith()).not.toBeNull()
  await change(personid, "13911112222")
  expect(await tiedWith()).toBeNull()

  await app.database.transaction(unrestricted, (db) =>
    db.execute(sql`insert into person_tie (person_id, org_id, human_id)
      select id, org_id, ${ties[0]?.human} from person where id = ${personid}`),
  )
  expect(await tiedWith()).not.toBeNull()
  await grantFor(app, head, "person-password")
  await head.send(peopleAdminCalls.resetPassword, { personid })
  expect(await tiedWith()).toBeNull()

  // One's own phone is changed with a code alone.
  await expect(change(headId, "13911113333")).rejects.toThrow(peopleAdminMessages.ownPhone)
})

test("[ROLE-2][AUTH-8] a changed password unlinks the account and notifies the linked people", async () => {
  const app = await testApp()
  const teacher = await app.as("teacher-a1")
  const [, elsewhere] = (await teacher.send(profileCalls.own, {})).organisations
  const tied = elsewhere?.personid ?? ""
  const { rows } = await app.database.transaction(unrestricted, (db) =>
    db.execute<{ account: string }>(sql`select account from person where id = ${tied}`),
  )
  const other = await app.as(rows[0]?.account ?? "")
  // Even with that topic turned off.
  await other.send(subscriptionCalls.save, { code: "notice", isSubscribed: false })
  await grantFor(app, teacher, "password")
  const changed = await teacher.request(accountCalls.changePassword, { password: md5("Another-Word-77") })
  expect(changed.statusCode).toBe(200)
  expect((await other.send(profileCalls.own, {})).organisations).toHaveLength(1)
  const { items, unread } = await other.send(noticeCalls.bell, {})
  expect([unread, items[0]]).toMatchObject([
    1,
    { title: passwordChangedRing("甲一小学"), place: "/main/profile" },
  ])
  // Tied again with the new password alone.
  const tie = async (password: string) => {
    await grantFor(app, other, "switch")
    const given = { account: "teacher-a1", password: md5(password), ...(await slider(app, other)) }
    return other.send(profileCalls.tie, given)
  }
  await expect(tie(demoPassword)).rejects.toThrow(sessionMessages.wrongCredentials)
  expect((await tie("Another-Word-77")).organisations).toHaveLength(2)
})
