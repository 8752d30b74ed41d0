import { accountCalls } from "@uc/contract/account/calls"
import { identityAdminCalls, sourceMessages } from "@uc/contract/identity-sources/admin-calls"
import { identityCalls } from "@uc/contract/identity-sources/calls"
import { sql } from "drizzle-orm"
import { expect, onTestFinished, test } from "vitest"
import { freePort } from "../../../../scripts/free-port.mjs"
import { besideOutside } from "../../testing/identity/beside-outside.ts"
import { addSource, linked, plainSource, Visitor } from "../../testing/identity/test-identity.ts"
import { json, serveOutside } from "../../testing/identity/serve-outside.ts"
import { wordsOfConnection } from "./providers/failure-words.ts"

const site = besideOutside()
const { run } = site

const tested = (id: string) => site.head.send(identityAdminCalls.test, { id })

test("[SSO-4] the last test is kept with its entry: those with a problem come first, and stay offered", async () => {
  const bureau = await site.app.as("bureau-a")
  const [fine, broken] = [
    await addSource(site.app, bureau, { name: "正常的", address: site.other.origin, isForBelow: true }),
    await addSource(site.app, bureau, {
      name: "坏掉的",
      address: `http://127.0.0.1:${await freePort()}`,
      order: 5,
      isForBelow: true,
    }),
  ]
  const own = async () => (await bureau.send(identityAdminCalls.list, {})).sources
  expect((await own()).map(({ name, test: kept }) => [name, kept])).toEqual([
    ["正常的", null],
    ["坏掉的", null],
  ])
  for (const { id } of [fine, broken]) await bureau.send(identityAdminCalls.test, { id })
  expect(await own()).toMatchObject([
    { name: "坏掉的", test: { problem: expect.stringContaining("拒绝连接") as string } },
    { name: "正常的", test: { problem: null } },
  ])
  const { data } = await new Visitor(site.app).send(identityCalls.offered, {})
  expect(data?.sources.map(({ name }) => name)).toEqual(["正常的", "坏掉的"])

  // Another connection has not been tested; another name has.
  const { id, version } = broken
  await addSource(site.app, bureau, {
    ...plainSource,
    ...broken,
    id,
    version,
    name: "改名",
    secret: undefined,
  })
  expect((await own())[0]).toMatchObject({ name: "改名", test: { problem: expect.any(String) as string } })
  await addSource(site.app, bureau, {
    ...plainSource,
    id,
    name: "修好的",
    address: site.other.origin,
    isForBelow: true,
  })
  expect((await own()).find(({ name }) => name === "修好的")?.test).toBeNull()
})

test("[SSO-4] what is linked is not offered to be linked again", async () => {
  const source = await addSource(site.app, site.head, { address: site.other.origin })
  const offered = async () =>
    (await (await site.app.as("teacher-a1")).send(identityCalls.own, {})).sources.map(({ name }) => name)
  expect(await offered()).toEqual([source.name])
  await linked(site.app, "teacher-a1", source, site.other)
  expect(await offered()).toEqual([])
  expect((await (await site.app.as("teacher-a1")).send(accountCalls.current, {})).nickname).not.toBe("")
})

/** Chinese, with names of the protocols alone. */
const isReadable = (words: string) =>
  !/[A-Za-z]{3,} [A-Za-z]{2,}|OAUTH_|\bE[A-Z]{6,}|fetch|unexpected|socket/.test(words)

test("[SSO-4] a test says in one sentence what to mend, without a library's words", async () => {
  const html = await serveOutside(
    () => (_asked, response) => void response.writeHead(200).end("<p>hello</p>"),
  )
  const elsewhere = await serveOutside(() => (_asked, response) => json(response, {}, 404))
  const silent = await serveOutside(() => (_asked, response) => void response.socket?.destroy())
  for (const { close } of [html, elsewhere, silent]) onTestFinished(close)
  const cases: readonly (readonly [Parameters<typeof addSource>[2], RegExp])[] = [
    [{ address: html.origin }, /不是发现文档/],
    [{ address: elsewhere.origin }, /没有给出发现文档（HTTP 404）/],
    [{ address: silent.origin }, /连接被对方中断/],
    [{ address: `http://127.0.0.1:${await freePort()}` }, /拒绝连接.*端口/],
    [{ address: site.other.origin.replace("http:", "https:") }, /加密连接|https 还是 http/],
    [{ address: "https://no-such-host.invalid" }, /域名/],
    [{ address: "http://10.0.0.1" }, /INNER_NETWORKS/],
    [{ kind: "cas", address: html.origin, clientId: "", secret: undefined }, /不是 CAS 3.0 的格式/],
    [
      { kind: "cas", address: elsewhere.origin, clientId: "", secret: undefined },
      /HTTP 404.*serviceValidate/,
    ],
    [{ kind: "wecom", address: html.origin, agentId: "1" }, /不是预期的内容/],
  ]
  for (const [more, wanted] of cases) {
    const { id } = await addSource(site.app, site.head, { name: "试", ...more })
    const { isFine, words } = await tested(id)
    expect([more, isFine, words]).toEqual([more, false, expect.stringMatching(wanted)])
    expect([words, isReadable(words)]).toEqual([words, true])
    await run(sql`delete from identity_source`)
  }
  site.other.spoilt = { discovery: { issuer: "https://sso.example.cn" } }
  const mistyped = await addSource(site.app, site.head, { address: site.other.origin, name: "写错" })
  expect((await tested(mistyped.id)).words).toBe(
    "对方的发现文档中的 issuer 与填写的服务地址不一致，请把服务地址改为 https://sso.example.cn",
  )
  site.other.spoilt = { discovery: { jwks_uri: undefined } }
  const { id } = await addSource(site.app, site.head, { address: site.other.origin })
  expect((await tested(id)).words).toMatch(/^对方的发现文档缺少 jwks_uri/)
})

test("[SSO-4] an http address that the operator has not listed is neither saved nor asked", async () => {
  // Nobody has this network: nothing would answer.
  const address = "http://[2a00:ffff::1]"
  const refused = addSource(site.app, site.head, { address })
  await expect(refused).rejects.toThrow(sourceMessages.plainOutside)
  for (const more of [
    {},
    { kind: "cas", clientId: "", secret: undefined },
    { kind: "wecom", agentId: "1" },
  ] as const) {
    const { id } = await addSource(site.app, site.head, { address: site.other.origin, ...more })
    // As one that an earlier release has saved.
    await run(sql`update identity_source set address = ${address}`)
    const { isFine, words } = await tested(id)
    expect([more, isFine, words]).toEqual([more, false, expect.stringMatching(/^http 地址只能用于内网/)])
    await run(sql`delete from identity_source`)
  }
})

test.each([
  ["CERT_HAS_EXPIRED", /已过期/],
  ["ERR_TLS_CERT_ALTNAME_INVALID", /域名不符/],
  ["DEPTH_ZERO_SELF_SIGNED_CERT", /不受信任/],
  ["UNABLE_TO_VERIFY_LEAF_SIGNATURE", /不受信任/],
  ["ETIMEDOUT", /没有及时回答/],
  ["EHOSTUNREACH", /网络不通/],
] as const)("[SSO-4] %s has a sentence of its own", (code, wanted) => {
  const inner = Object.assign(new Error("raw"), { code })
  expect(wordsOfConnection(new TypeError("fetch failed", { cause: inner }))).toMatch(wanted)
})

test("[SSO-4] who may not let it count below reads of 登录来源, not of domains", async () => {
  await expect(
    addSource(site.app, site.head, { address: site.other.origin, isForBelow: true }),
  ).rejects.toThrow(sourceMessages.noneBelow)
  for (const words of [sourceMessages.noneBelow, sourceMessages.notBelow])
    expect([words.includes("登录来源"), words.includes("域名")]).toEqual([true, false])
})
