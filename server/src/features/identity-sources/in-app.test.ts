import { identityAdminCalls } from "@uc/contract/identity-sources/admin-calls"
import { afterAll, beforeAll, expect, test } from "vitest"
import { json, serveOutside } from "../../testing/identity/serve-outside.ts"
import { addSource, problemIn, ticketIn, Visitor } from "../../testing/identity/test-identity.ts"
import { testApp, type TestApp, type TestClient } from "../../testing/test-app.ts"

let app: TestApp
let head: TestClient
const clock = { ms: 0 }
const clean: (() => Promise<unknown>)[] = []
beforeAll(async () => {
  app = await testApp(
    { innerNetworksForAll: ["127.0.0.1"], nowMs: () => clock.ms },
    (work) => void clean.push(work as () => Promise<void>),
  )
  head = await app.as("head-a1")
})
afterAll(async () => {
  for (const work of clean.toReversed()) await work()
})

const agents = {
  browser: "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/142.0.0.0 Safari/537.36",
  wecom:
    "Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/116.0 Mobile Safari/537.36 wxwork/4.1.30 MicroMessenger/7.0.1 Language/zh",
  dingtalk:
    "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 Mobile AliApp(DingTalk/7.6.0) com.laiwang.DingTalk/1 Channel/201200",
} as const
const wecom = {
  kind: "wecom",
  name: "企业微信",
  clientId: "corp-1",
  agentId: "1000002",
  secret: "s-1",
} as const

test.each([
  ["browser", "https://login.work.weixin.qq.com", "/wwlogin/sso/login", ""],
  ["dingtalk", "https://login.work.weixin.qq.com", "/wwlogin/sso/login", ""],
  ["wecom", "https://open.weixin.qq.com", "/connect/oauth2/authorize", "#wechat_redirect"],
] as const)("[SSO-11] a source of 企业微信 leads %s to %s%s", async (agent, origin, path, hash) => {
  const { id, signInAddress } = await addSource(app, head, { ...wecom, address: "" })
  const to = await new Visitor(app).open(signInAddress, { "user-agent": agents[agent] })
  expect([to.origin, to.pathname, to.hash]).toEqual([origin, path, hash])
  // Letters and digits are all that 企业微信 takes.
  expect(to.searchParams.get("state")).toMatch(/^[a-zA-Z0-9]{32,128}$/)
  await head.send(identityAdminCalls.remove, { id })
})

test("[SSO-11] the app's authorisation asks the person only where a mail address is needed", async () => {
  for (const [mailDomains, scope] of [
    [[], "snsapi_base"],
    [["corp.example"], "snsapi_privateinfo"],
  ] as const) {
    const { signInAddress, callbackAddress } = await addSource(app, head, {
      ...wecom,
      address: "",
      mailDomains: [...mailDomains],
    })
    const to = await new Visitor(app).open(signInAddress, { "user-agent": agents.wecom })
    expect(Object.fromEntries(to.searchParams)).toMatchObject({
      appid: "corp-1",
      redirect_uri: callbackAddress,
      response_type: "code",
      scope,
      agentid: "1000002",
    })
  }
})

test("[SSO-11] a source of 钉钉 leads its app to the authorisation that needs no scan", async () => {
  const source = await addSource(app, head, {
    kind: "dingtalk",
    address: "",
    clientId: "ding-1",
    secret: "s",
  })
  const to = await new Visitor(app).open(source.signInAddress, { "user-agent": agents.dingtalk })
  expect([to.origin, to.pathname, to.searchParams.get("client_id")]).toEqual([
    "https://login.dingtalk.com",
    "/oauth2/auth",
    "ding-1",
  ])
})

/** A server of ours that gives tokens by secret, each good until it is called void, and counts how often it is asked. */
async function tokenServer() {
  const asked: string[] = []
  const state = { voids: new Set<string>(), code: 42001, seconds: 7200, together: 0, most: 0 }
  const { origin, close } = await serveOutside(() => ({ url }, response) => {
    const { corpsecret, access_token: token = "" } = Object.fromEntries(url.searchParams)
    switch (url.pathname) {
      case "/cgi-bin/gettoken": {
        if (corpsecret === undefined || corpsecret === "wrong")
          return json(response, { errcode: 40001, errmsg: "invalid credential" })
        asked.push(corpsecret)
        state.together += 1
        state.most = Math.max(state.most, state.together)
        const access_token = `t-${corpsecret}-${asked.length}`
        setImmediate(() => {
          state.together -= 1
          json(response, { errcode: 0, errmsg: "ok", access_token, expires_in: state.seconds })
        })
        return
      }
      case "/cgi-bin/auth/getuserinfo":
        return json(
          response,
          state.voids.has(token) || !token.startsWith("t-")
            ? { errcode: state.code, errmsg: "access_token expired" }
            : { errcode: 0, errmsg: "ok", userid: "ZhangSan" },
        )
      default:
        return json(response, { errcode: 60011, errmsg: "no privilege" })
    }
  })
  clean.push(close)
  return { origin, asked, state }
}

/** From the button through the app and back: the ticket, or the problem. */
async function comesIn({ signInAddress }: { readonly signInAddress: string }): Promise<string> {
  const visitor = new Visitor(app)
  const to = await visitor.open(signInAddress, { "user-agent": agents.wecom })
  const back = new URL(to.searchParams.get("redirect_uri") ?? "")
  back.search = new URLSearchParams({ code: "c", state: to.searchParams.get("state") ?? "" }).toString()
  const at = await visitor.open(back)
  return ticketIn(at) === "" ? (problemIn(at) ?? "none") : "in"
}

test("[SSO-11] the token of 企业微信 is kept for its lifetime and asked for one at a time", async () => {
  const { origin, asked, state } = await tokenServer()
  state.seconds = 900
  const source = await addSource(app, head, { ...wecom, address: origin })
  expect(await Promise.all(Array.from({ length: 6 }, () => comesIn(source)))).toEqual(Array(6).fill("in"))
  expect(await comesIn(source)).toBe("in")
  expect([asked.length, state.most]).toEqual([1, 1])
  clock.ms += 900_000
  expect(await comesIn(source)).toBe("in")
  expect(asked).toHaveLength(2)
})

test.each([42001, 40014])(
  "[SSO-11] a token that is called void (%d) is asked for again, once",
  async (code) => {
    const { origin, asked, state } = await tokenServer()
    state.code = code
    const source = await addSource(app, head, { ...wecom, address: origin })
    expect(await comesIn(source)).toBe("in")
    state.voids.add("t-s-1-1")
    expect(await Promise.all([comesIn(source), comesIn(source)])).toEqual(["in", "in"])
    expect(asked).toHaveLength(2)
    // Where every token is called void it is not asked for ever.
    for (let n = 2; n < 9; n++) state.voids.add(`t-s-1-${n}`)
    expect(await comesIn(source)).toBe("refused")
    expect(asked).toHaveLength(3)
  },
)

test("[SSO-11] sources and secrets share no token; an administrator's test uses none that is kept", async () => {
  const { origin, asked } = await tokenServer()
  const first = await addSource(app, head, { ...wecom, address: origin })
  const second = await addSource(app, head, { ...wecom, address: origin, secret: "s-2" })
  const mistyped = await addSource(app, head, { ...wecom, address: origin, secret: "wrong" })
  expect([await comesIn(first), await comesIn(second), await comesIn(mistyped)]).toEqual([
    "in",
    "in",
    "refused",
  ])
  expect(asked).toEqual(["s-1", "s-2"])
  expect(await head.send(identityAdminCalls.test, { id: first.id })).toMatchObject({ isFine: true })
  expect(asked).toEqual(["s-1", "s-2", "s-1"])
  const changed = await addSource(app, head, {
    ...wecom,
    id: first.id,
    version: first.version,
    address: origin,
    secret: "s-3",
  })
  expect(await comesIn(changed)).toBe("in")
  expect(asked.at(-1)).toBe("s-3")
})
