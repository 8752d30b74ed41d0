import { createHash } from "node:crypto"
import { rmSync } from "node:fs"
import { join } from "node:path"
import { expect, request, test, type APIRequestContext } from "@playwright/test"
import { accountCalls } from "@uc/contract/account/calls"
import { alarmCalls } from "@uc/contract/alarms/calls"
import { everyCall } from "@uc/contract/all-calls"
import type { Call, InputOf, OutputOf } from "@uc/contract/core/call"
import { demoPassword } from "@uc/contract/demo/accounts"
import { logCalls } from "@uc/contract/logs/calls"
import { taskCalls } from "@uc/contract/tasks/calls"
import { unpackPreviousRelease } from "../previous-release.ts"
import { startProduct, temporaryDataDir, type Product } from "../product.ts"
import { reportAlarm } from "../report-alarm.ts"

test.describe.configure({ timeout: 180_000 })

const products: Product[] = []
const folders: string[] = []
const contexts: APIRequestContext[] = []

test.afterEach(async () => {
  for (const context of contexts.splice(0)) await context.dispose()
  for (const product of products.splice(0).toReversed()) await product.stop()
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

async function started(variables: Readonly<Record<string, string>>, server?: string): Promise<Product> {
  const product = await startProduct(variables, server)
  products.push(product)
  return product
}

/** Somebody at one of the two versions. Whoever has signed in at one is signed in at the other, as behind a load balancer. */
async function at({ address }: Product, from?: APIRequestContext): Promise<APIRequestContext> {
  const state = await from?.storageState()
  const context = await request.newContext({
    baseURL: address,
    extraHTTPHeaders: { origin: address },
    ...(state ? { storageState: state } : {}),
  })
  contexts.push(context)
  return context
}

async function signedInAt(product: Product, account: string): Promise<APIRequestContext> {
  const context = await at(product)
  const password = createHash("md5").update(demoPassword).digest("hex").toUpperCase()
  const { service, path } = accountCalls.signIn
  const answer = await context.post(`/${service}${path}`, { form: { account, password } })
  expect(answer.status(), await answer.text()).toBe(200)
  return context
}

async function asked<C extends Call>(
  context: APIRequestContext,
  call: C,
  input: InputOf<C>,
): Promise<OutputOf<C>> {
  const place = `/${call.service}${call.path}`
  const given = input as Record<string, string | number | boolean>
  const answer = await (call.method === "GET"
    ? context.get(place, { params: given })
    : context.post(place, call.encoding === "json" ? { data: given } : { form: given }))
  expect(answer.status(), `${call.path} ${await answer.text()}`).toBe(200)
  return ((await answer.json()) as Record<string, OutputOf<C>>)[call.answerIn] as OutputOf<C>
}

/** The calls that only read and need nothing said: what every list, count and table of the pages begins with. */
const readingCalls = everyCall()
  .map(({ call }) => call)
  .filter(({ method, input }) => method === "GET" && input.safeParse({}).success)

async function faultsOf(context: APIRequestContext): Promise<readonly string[]> {
  const faults: string[] = []
  for (const { service, path } of readingCalls) {
    const answer = await context.get(`/${service}${path}`)
    if (answer.status() >= 500) faults.push(`${path} ${answer.status()} ${await answer.text()}`)
  }
  return faults
}

const task: InputOf<typeof taskCalls.create> = {
  title: "旧版本布置的任务",
  content: "",
  priority: 2,
  deadline: null,
  steps: ["第一步"],
  repeat: null,
}

test("[OPS-5][OPS-8] the release before goes on beside the new version, on the new schema", async () => {
  const previous = unpackPreviousRelease()
  folders.push(previous.folder)
  const dataDir = temporaryDataDir()
  folders.push(dataDir)
  const common = { DEMO: "on", PEPPER: "a pepper that only this test uses, nowhere else" }
  const old = await started({ ...common, DATA_DIR: dataDir }, previous.server)
  const [school, bureau] = [await signedInAt(old, "school"), await signedInAt(old, "bureau")]
  const me = await asked(school, accountCalls.current, {})
  const before = await asked(school, taskCalls.create, { ...task, people: me.id })

  const url = `postgresql://uc@${encodeURIComponent(join(dataDir, "socket"))}/uc`
  const fresh = await started({ ...common, DATABASE_URL: url })
  // The release before does not announce how many connections it may have, and is counted all the same.
  expect(fresh.output()).toMatch(/2 processes may have 62 of the \d+ of max_connections/)

  expect(readingCalls.length).toBeGreaterThan(60)
  expect(await faultsOf(school)).toEqual([])
  expect(await faultsOf(bureau)).toEqual([])
  const [schoolAtNew, bureauAtNew] = [await at(fresh, school), await at(fresh, bureau)]
  expect(await faultsOf(schoolAtNew)).toEqual([])

  // What was written before the new schema, and what the release before writes on it.
  const titles = async (context: APIRequestContext) =>
    (await asked(context, taskCalls.list, { limit: 50 })).items.map(({ id }) => id)
  const during = await asked(school, taskCalls.create, { ...task, people: me.id })
  const after = await asked(schoolAtNew, taskCalls.create, { ...task, people: me.id })
  for (const context of [school, schoolAtNew])
    expect(await titles(context)).toEqual(expect.arrayContaining([before.id, during.id, after.id]))
  await asked(schoolAtNew, taskCalls.comment, { id: during.id, text: "新版本的留言" })
  await asked(school, taskCalls.comment, { id: after.id, text: "旧版本的留言" })
  expect((await asked(school, taskCalls.comments, { id: during.id })).items.map(({ text }) => text)).toEqual([
    "新版本的留言",
  ])

  const reported: string[] = []
  for (const { address } of [old, fresh]) {
    // A detector sends no origin.
    const detector = await request.newContext({ baseURL: address })
    contexts.push(detector)
    reported.push(await reportAlarm(detector, { orgid: me.orgid, model_code: "smoke" }))
  }
  for (const context of [school, schoolAtNew, bureau, bureauAtNew]) {
    const { items } = await asked(context, alarmCalls.list, { limit: 50 })
    expect(items.map(({ uuid }) => uuid)).toEqual(expect.arrayContaining(reported))
  }

  // Both write the logs; each reads the other's lines.
  await signedInAt(fresh, "bureau")
  await signedInAt(old, "bureau")
  const lines = async (context: APIRequestContext) =>
    (await asked(context, logCalls.signIns, {})).items.length
  expect(await lines(bureau)).toBe(await lines(bureauAtNew))

  // An upgrade that is broken off: the new version goes, the release before goes on.
  await products.pop()?.stop()
  expect(await faultsOf(bureau)).toEqual([])
  const last = await asked(school, taskCalls.create, { ...task, people: me.id })
  const again = await started({ ...common, DATABASE_URL: url })
  expect(await titles(await at(again, school))).toEqual(expect.arrayContaining([last.id]))
})
