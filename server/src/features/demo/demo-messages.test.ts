import { call } from "@uc/contract/core/call"
import { demoMessageCalls, demoMessageMessages } from "@uc/contract/demo/message-calls"
import { defaultSiteConfig } from "@uc/contract/core/site-defaults"
import { text } from "@uc/contract/core/wire"
import { sql } from "drizzle-orm"
import { expect, inject, test } from "vitest"
import { z } from "zod"
import { unrestricted } from "../../db/scope.ts"
import { features } from "../../features.ts"
import { implementCalls } from "../../http/calls/implement-calls.ts"
import { checkCode, sendCode } from "../../security/sms/sms-codes.ts"
import { deliverDue, messagesOnScreen, queueSms } from "../../security/sms/sms-outbox.ts"
import { keyedBy } from "../../security/keyed.ts"
import { testApp } from "../../testing/test-app.ts"
import { collectedLogs } from "../../testing/test-logs.ts"

const keyed = keyedBy(inject("pepper"))

test("[AUTH-5] demo mode lists the last 20 messages of 10 minutes, phones masked", async () => {
  const app = await testApp()
  await app.database.transaction(unrestricted, async (db) => {
    for (let n = 1; n <= 25; n++) {
      await queueSms(db, keyed, "screen", { phone: "13812345678", text: `第${n}条` })
      await db.execute(sql`update sms_outbox set created_at = created_at - interval '1 second'`)
    }
    await queueSms(db, keyed, null, { phone: "13500000000", text: "nobody has this phone" })
  })
  const shown = await app.anonymous.send(demoMessageCalls.list, {})
  expect(shown).toHaveLength(20)
  expect(shown.map(({ text: words }) => words).slice(0, 2)).toEqual(["第25条", "第24条"])
  expect(shown[0]).toMatchObject({ phone: "138****5678", at: expect.stringMatching(/^\d{4}-/) })
  await app.database.transaction(unrestricted, (db) =>
    db.execute(sql`update sms_outbox set created_at = created_at - interval '595 seconds'`),
  )
  const later = await app.anonymous.send(demoMessageCalls.list, {})
  expect(later.map(({ text: words }) => words)).not.toContain("第10条")
})

test.each([
  ["a gateway", { sms: "gateway" as const }],
  ["no way to send", { sms: null }],
  ["no demo mode", { site: { ...defaultSiteConfig, isDemo: false } }],
])("[AUTH-5] with %s nobody is shown any message", async (_name, parts) => {
  const app = await testApp(parts)
  await app.database.transaction(unrestricted, (db) =>
    queueSms(db, keyed, "gateway", { phone: "13812345678", text: "验证码是123456" }),
  )
  const said = await app.anonymous.request(demoMessageCalls.list, {})
  expect([said.statusCode, said.json()]).toEqual([403, { ret: 0, msg: demoMessageMessages.off }])
})

/** The test's own calls, so that every path into the log is used, faults included. */
const codes = {
  send: call({
    service: "usercenter",
    method: "POST",
    path: "/test/send.action",
    encoding: "form",
    writes: true,
    sensitive: false,
    open: true,
    input: z.object({ phone: text(11), person: text(20), org: text(20) }),
    output: z.object({}),
  }),
  check: call({
    service: "usercenter",
    method: "POST",
    path: "/test/check.action",
    encoding: "form",
    writes: true,
    sensitive: false,
    open: true,
    input: z.object({ vcode: text(6) }),
    output: z.object({}),
  }),
}
const codeRoutes = implementCalls(codes, (services) => ({
  send: async ({ phone, person, org }) => {
    const to = { id: person, orgId: org }
    await sendCode(services, {
      binding: "b",
      person: to,
      phone,
      address: "192.0.2.1",
      captchaHash: null,
      isProven: true,
      what: "登录",
    })
    return {}
  },
  check: async ({ vcode }) => {
    await checkCode(services, { binding: "b", vcode })
    return {}
  },
}))

test("[AUTH-5] neither a code nor a phone is in the log, even with every call failing", async () => {
  const { logs, text: logged } = collectedLogs()
  const app = await testApp({
    logs,
    features: { ...features, codes: codeRoutes },
    sms: "gateway",
  })
  const run = (statement: ReturnType<typeof sql>) =>
    app.database.transaction(
      unrestricted,
      async (db) => (await db.execute<{ id: string; org: string }>(statement)).rows,
    )
  const [somebody] = await run(sql`select id, org_id as org from person where account = 'teacher-a1'`)
  const input = { phone: "13812345678", person: somebody?.id ?? "", org: somebody?.org ?? "" }
  expect((await app.anonymous.request(codes.send, input)).statusCode).toBe(200)
  const [message] = await app.database.transaction(unrestricted, (db) => messagesOnScreen(db, keyed))
  const code = /\d{6}/.exec(message?.text ?? "")?.[0] ?? "none"
  expect(code).toMatch(/^\d{6}$/)

  const warn = (line: string) => app.app.log.warn(line)
  const gateway = () => Promise.reject(new Error("the gateway answered 500"))
  await deliverDue({ database: app.database, keyed, gateway, warn })
  await run(sql`alter table sms_outbox rename to gone`)
  await run(sql`delete from quota`)
  expect((await app.anonymous.request(codes.send, input)).statusCode).toBe(500)
  await run(sql`alter table sms_code rename column code_mac to other`)
  expect((await app.anonymous.request(codes.check, { vcode: code })).statusCode).toBe(500)

  const log = logged()
  expect(log).toContain("the gateway answered 500")
  expect(log).toContain("fault")
  for (const secret of [code, "13812345678", "12345678"]) expect(log).not.toContain(secret)
})
