import { loginCalls } from "@uc/contract/login/calls"
import { menuCalls } from "@uc/contract/menus/calls"
import { errtypes } from "@uc/contract/core/reply"
import { accountCalls } from "@uc/contract/account/calls"
import pg from "pg"
import { afterEach, beforeEach, expect, inject, test, vi } from "vitest"
import { main } from "./first-admin.ts"
import { cookiesOf, md5, testApp, type TestApp } from "../testing/test-app.ts"

vi.setConfig({ testTimeout: 60_000 })

let app: TestApp
let said: string[]

async function query<T extends pg.QueryResultRow>(text: string): Promise<T[]> {
  const client = new pg.Client({ connectionString: app.url })
  await client.connect()
  await client.query("select set_config('uc.reach', 'all', false)")
  return (await client.query<T>(text).finally(() => client.end())).rows
}

beforeEach(async () => {
  app = await testApp()
  said = []
  vi.stubEnv("DATABASE_URL", app.url)
  vi.stubEnv("PEPPER", inject("pepper"))
  vi.spyOn(console, "log").mockImplementation((line: string) => void said.push(line))
  vi.spyOn(console, "error").mockImplementation((line: string) => void said.push(line))
})

afterEach(() => {
  // vitest itself ends with this code.
  process.exitCode = undefined
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
})

/** Like a real database after its first start. */
async function empty(): Promise<void> {
  const [{ tables } = { tables: "" }] = await query<{ tables: string }>(
    `select string_agg(format('%I', relname), ', ') as tables from pg_class
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and relname <> 'migration'`,
  )
  await query(`truncate ${tables} restart identity`)
}

test("[HOME-6][LOGIN-2] the first administrator signs in with the printed password and must change it", async () => {
  await empty()
  await main(["--account", "zhangsan", "--name", "张三", "--area-code", "330100", "--area", "杭州市"])
  expect([process.exitCode, said.length]).toEqual([undefined, 1])
  const password = /[A-Za-z2-9]{4}-[A-Za-z2-9]{4}-[A-Za-z2-9]{4}/.exec(said.join())?.[0] ?? ""
  const first = await app.anonymous.request(accountCalls.signIn, {
    account: "zhangsan",
    password: md5(password),
  })
  const reply = first.json<{ errtype: number; ticket: string }>()
  expect(reply.errtype).toBe(errtypes.newPassword)
  const cookie = cookiesOf(first)
  const set = await app.anonymous.request(
    loginCalls.setPassword,
    { ticket: reply.ticket, password: md5("Gui-lin_2026") },
    { cookie },
  )
  expect(set.json<{ ret: number }>().ret).toBe(1)
  const own = { cookie: [cookie, cookiesOf(set)].join("; ") }
  expect((await app.anonymous.request(accountCalls.current, {}, own)).json().data).toMatchObject({
    nickname: "张三",
    admintype: 9,
    areaid: "330100",
  })
  const menus = (await app.anonymous.request(menuCalls.ofUser, {}, own)).body
  for (const word of ["组织机构", "数据导入", "菜单管理"]) expect(menus).toContain(word)
  expect((await query("select from alarm_level")).length).toBeGreaterThan(0)
  // No table holds the password, neither as printed nor as sent.
  expect(JSON.stringify(await query("select * from credential"))).not.toContain(md5(password))
})

test("[HOME-6] an existing administrator, a taken account or a wrong option changes nothing", async () => {
  const before = await query("select id, account, admintype from person order by id")
  await main(["--account", "another", "--name", "李四"])
  expect([process.exitCode, said.join()]).toEqual([1, expect.stringContaining("administrator already")])
  await query("update person set admintype = 0 where admintype = 9 returning id")
  said = []
  for (const account of ["head-a1", "Head-A1"]) {
    said = []
    await main(["--account", account, "--name", "李四"])
    expect(said.join()).toContain("Somebody has this account already")
  }
  for (const argv of [
    [],
    ["--account", "x", "--name", "李四"],
    ["--account", "lisi"],
    ["--account", "lisi", "--name", "李四", "--phone", "1"],
    ["--acount", "lisi"],
  ]) {
    said = []
    await main(argv)
    expect(said.join()).toContain("npm run first-admin --")
    expect(said.join()).not.toMatch(/Invalid input/)
  }
  said = []
  await main(["--account", "lisi"])
  expect(said.join()).toContain("--name is missing.")
  expect(await query("select id from person order by id")).toEqual(before.map(({ id }) => ({ id })))
  // The platform's own organisation exists already: no second one is made.
  said = []
  process.exitCode = undefined
  await main(["--account", "lisi", "--name", "李四"])
  expect(process.exitCode).toBeUndefined()
  const [made] = await query<{ name: string }>(
    "select o.name from person p join organisation o on o.id = p.org_id where p.account = 'lisi'",
  )
  expect(made?.name).toBe("平台")
})

const printed = () => /[A-Za-z2-9]{4}-[A-Za-z2-9]{4}-[A-Za-z2-9]{4}/.exec(said.join())?.[0] ?? ""

test("[DISTRICT-4] --reset gives the only administrator a one-time password and phone, and logs it", async () => {
  await query("update person set admintype = 0 where admintype = 9 and account <> 'platform' returning id")
  const before = await app.as("platform")
  await main(["--reset", "--phone", "13900007777"])
  expect([process.exitCode, said.join()]).toEqual([undefined, expect.stringContaining("platform")])
  const password = md5(printed())
  const first = await app.anonymous.request(accountCalls.signIn, { account: "platform", password })
  expect(first.json()).toMatchObject({ errtype: errtypes.newPassword })
  // Whoever was signed in is out.
  await expect
    .poll(async () => (await before.request(accountCalls.current, {})).json().errtype)
    .toBe(errtypes.signedOut)
  expect(await query("select phone from person where account = 'platform'")).toEqual([
    { phone: "13900007777" },
  ])
  const [entry] = await query<{ detail: { after: unknown } }>(
    "select detail from audit_log where action = 'firstAdmin.reset'",
  )
  expect(entry?.detail.after).toMatchObject({ usercode: "platform", phone: "139****7777" })
  expect(JSON.stringify(entry)).not.toContain(printed())
  await main(["--reset", "--no-phone"])
  expect(await query("select phone from person where account = 'platform'")).toEqual([{ phone: null }])
})

test("[DISTRICT-4] --reset without or with several administrators, or of another person, changes nothing", async () => {
  await query("update person set admintype = 9 where account = 'head-a1' returning id")
  const credentials = await query("select * from credential order by person_id")
  for (const [argv, sentence] of [
    [["--reset"], "There are several platform administrators"],
    [["--reset", "--account", "teacher-a1"], "No platform administrator has this account"],
    [["--reset", "--phone", "1"], "--phone"],
    [["--reset", "--phone", "13900007777", "--no-phone"], "not both"],
    [["--reset", "--name", "李四"], "npm run first-admin --"],
  ] as const) {
    said = []
    await main(argv)
    expect([argv, said.join()]).toEqual([argv, expect.stringContaining(sentence)])
  }
  await query("update person set admintype = 0 where admintype = 9 returning id")
  said = []
  await main(["--reset"])
  expect(said.join()).toContain("no platform administrator to reset")
  expect(await query("select * from credential order by person_id")).toEqual(credentials)
})

test("[DISTRICT-4] --help says what both forms do", async () => {
  await main(["--help"])
  expect([process.exitCode, said.join()]).toEqual([undefined, expect.stringContaining("--no-phone")])
})
