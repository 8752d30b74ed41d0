import { createHash } from "node:crypto"
import { createServer, type Server } from "node:http"
import { once } from "node:events"
import type { AddressInfo } from "node:net"
import {
  identityAdminCalls,
  sourceMessages,
  type ListedSource,
} from "@uc/contract/identity-sources/admin-calls"
import { identityCalls, type UnlinkedIdentity } from "@uc/contract/identity-sources/calls"
import type { SourceKind } from "@uc/contract/identity-sources/kinds"
import Provider from "oidc-provider"
import { afterAll, beforeAll, expect, test } from "vitest"
import { json, serveOutside, type Answer, type Outside } from "../../testing/identity/serve-outside.ts"
import {
  addSource,
  linked,
  problemIn,
  throughOther,
  ticketIn,
  Visitor,
} from "../../testing/identity/test-identity.ts"
import { testApp, type TestApp, type TestClient } from "../../testing/test-app.ts"
import { readCasAnswer } from "./providers/cas.ts"

/*
 * 企业微信, 钉钉 and 飞书 can't be reached by a test: these are servers of our own that speak the shapes of their documents, which the
 * files of the providers name. CAS is a server of our own too; the OpenID Connect provider is oidc-provider, of the registry.
 */

let app: TestApp
let head: TestClient
const clean: (() => Promise<unknown>)[] = []
beforeAll(async () => {
  app = await testApp(
    { innerNetworksForAll: ["127.0.0.1"] },
    (work) => void clean.push(work as () => Promise<void>),
  )
  head = await app.as("head-a1")
})
afterAll(async () => {
  for (const work of clean.toReversed()) await work()
})

async function outside(answer: (origin: string) => Answer): Promise<Outside> {
  const served = await serveOutside(answer)
  clean.push(served.close)
  return served
}

const added = (kind: SourceKind, address: string, more = {}) =>
  addSource(app, head, { kind, address, name: kind, clientId: "corp-1", secret: "s-1", ...more })

/** The address of the other side's page with what its document demands; a browser comes back with a code. */
function comesBack(paths: Record<string, readonly [string, Record<string, string>]>, code = "good-code") {
  return {
    signIn(address: URL): URL {
      const [redirect, demanded] = paths[address.pathname] ?? []
      expect(Object.fromEntries(address.searchParams)).toMatchObject(
        demanded ?? { missing: address.pathname },
      )
      const back = new URL(address.searchParams.get(redirect ?? "") ?? "")
      back.searchParams.set("code", code)
      back.searchParams.set("state", address.searchParams.get("state") ?? "")
      return back
    },
  }
}

async function unlinkedAfter(
  source: ListedSource,
  other: { signIn(address: URL): URL },
): Promise<UnlinkedIdentity | null> {
  const visitor = new Visitor(app)
  const ticket = ticketIn(await throughOther(visitor, source, other))
  const { data } = await visitor.send(identityCalls.enter, { ticket })
  return data?.unlinked ?? null
}

async function labelAfter(source: ListedSource, other: { signIn(address: URL): URL }): Promise<string> {
  return (await unlinkedAfter(source, other))?.label ?? ""
}

/** What each of them writes of a phone, and what stands in the box of the linking page. */
const phones = [
  ["13900003333", "13900003333"],
  ["+86 139-0000-3333", "13900003333"],
  ["+8613900003333", "13900003333"],
  // Of another country, a landline, hidden, or none: nothing is filled in.
  ["+85261234567", ""],
  ["010-12345678", ""],
  ["139****3333", ""],
  [undefined, ""],
] as const

test("[SSO-4] 企业微信: members come in, others do not, a wrong secret is named", async () => {
  let isMember = true
  const { origin } = await outside(() => ({ url, method, body }, response) => {
    const query = Object.fromEntries(url.searchParams)
    switch (url.pathname) {
      case "/cgi-bin/gettoken":
        return query["corpid"] === "corp-1" && query["corpsecret"] === "s-1"
          ? json(response, { errcode: 0, errmsg: "ok", access_token: "t-1", expires_in: 7200 })
          : json(response, { errcode: 40001, errmsg: "invalid credential" })
      case "/cgi-bin/auth/getuserinfo":
        if (query["access_token"] !== "t-1" || query["code"] !== "good-code")
          return json(response, { errcode: 40029, errmsg: "invalid code" })
        return json(
          response,
          isMember
            ? { errcode: 0, errmsg: "ok", userid: "ZhangSan", user_ticket: "ut-1" }
            : { errcode: 0, errmsg: "ok", openid: "o-1" },
        )
      case "/cgi-bin/auth/getuserdetail":
        expect([method, JSON.parse(body)]).toEqual(["POST", { user_ticket: "ut-1" }])
        return json(response, { errcode: 0, errmsg: "ok", userid: "ZhangSan", biz_mail: "zs@corp.example" })
      case "/cgi-bin/user/get":
        return json(response, { errcode: 60011, errmsg: "no privilege" })
      default:
        return json(response, {}, 404)
    }
  })
  const source = await added("wecom", origin, { agentId: "1000002", mailDomains: ["corp.example"] })
  const demanded = { login_type: "CorpApp", appid: "corp-1", agentid: "1000002" }
  const page = comesBack({ "/wwlogin/sso/login": ["redirect_uri", demanded] })
  expect(await labelAfter(source, page)).toBe("ZhangSan")
  const visitor = new Visitor(app)
  const ticket = ticketIn(await throughOther(visitor, source, page))
  expect((await visitor.send(identityCalls.enter, { ticket })).data?.unlinked?.mayAdd?.account).toBe(
    "ZhangSan",
  )
  await linked(app, "teacher-a1", source, page)
  isMember = false
  expect(problemIn(await throughOther(new Visitor(app), source, page))).toBe("outsider")
  const wrong = comesBack({ "/wwlogin/sso/login": ["redirect_uri", demanded] }, "bad-code")
  expect(problemIn(await throughOther(new Visitor(app), source, wrong))).toBe("refused")
  expect(await head.send(identityAdminCalls.test, { id: source.id })).toMatchObject({ isFine: true })
  const mistyped = await added("wecom", origin, { agentId: "1000002", secret: "wrong" })
  const told = await head.send(identityAdminCalls.test, { id: mistyped.id })
  expect([told.isFine, told.words]).toEqual([false, expect.stringContaining("40001")])
  expect(told.words).not.toContain("wrong")
})

test("[SSO-4] 钉钉: people are known by their unionId, and no account is added", async () => {
  const { origin } = await outside(() => ({ url, method, headers, body }, response) => {
    switch (url.pathname) {
      case "/v1.0/oauth2/userAccessToken": {
        expect([method, JSON.parse(body)]).toEqual([
          "POST",
          { clientId: "corp-1", clientSecret: "s-1", code: "good-code", grantType: "authorization_code" },
        ])
        return json(response, { accessToken: "t-2", refreshToken: "r", expireIn: 7200, corpId: "c" })
      }
      case "/v1.0/contact/users/me":
        return headers["x-acs-dingtalk-access-token"] === "t-2"
          ? json(response, { nick: "李四", unionId: "un-1", openId: "op-1", email: "a@school.example.cn" })
          : json(response, { code: "InvalidAuthentication", message: "no" }, 401)
      case "/v1.0/oauth2/accessToken":
        return json(response, { code: "invalidClientIdOrSecret", message: "无效的clientId" }, 400)
      default:
        return json(response, {}, 404)
    }
  })
  const source = await added("dingtalk", origin)
  const demanded = { client_id: "corp-1", response_type: "code", scope: "openid", prompt: "consent" }
  expect(await labelAfter(source, comesBack({ "/oauth2/auth": ["redirect_uri", demanded] }))).toBe("李四")
  await expect(added("dingtalk", origin, { mailDomains: ["school.example.cn"] })).rejects.toThrow(
    sourceMessages.noAdding,
  )
  expect(await head.send(identityAdminCalls.test, { id: source.id })).toMatchObject({
    isFine: false,
    words: expect.stringContaining("invalidClientIdOrSecret"),
  })
})

test("[SSO-4] 飞书: PKCE is kept to, and an error of status 200 is one", async () => {
  let challenge = ""
  const { origin } = await outside(() => ({ url, headers, body }, response) => {
    switch (url.pathname) {
      case "/open-apis/authen/v2/oauth/token": {
        const given = JSON.parse(body) as Record<string, string>
        const hash = createHash("sha256")
          .update(given["code_verifier"] ?? "")
          .digest("base64url")
        if (hash !== challenge || given["code"] !== "good-code")
          return json(response, { code: 20049, error: "invalid_grant", error_description: "PKCE" }, 400)
        expect(given).toMatchObject({
          grant_type: "authorization_code",
          client_id: "corp-1",
          client_secret: "s-1",
        })
        return json(response, { code: 0, access_token: "t-3", expires_in: 7200, token_type: "Bearer" })
      }
      case "/open-apis/authen/v1/user_info":
        return json(
          response,
          headers.authorization === "Bearer t-3"
            ? {
                code: 0,
                msg: "success",
                data: { open_id: "ou-1", name: "王五", enterprise_email: "ww@a.example" },
              }
            : { code: 20005, msg: "invalid access token" },
        )
      default:
        return json(response, { code: 10003, msg: "invalid app_id" })
    }
  })
  const source = await added("feishu", origin)
  const page = comesBack({
    "/open-apis/authen/v1/authorize": [
      "redirect_uri",
      { client_id: "corp-1", code_challenge_method: "S256" },
    ],
  })
  const remembering = {
    signIn(address: URL): URL {
      challenge = address.searchParams.get("code_challenge") ?? ""
      return page.signIn(address)
    },
  }
  expect(await labelAfter(source, remembering)).toBe("王五（ww）")
  // Another's code: its challenge is not of this browser.
  const stale = challenge
  const swapped = {
    signIn(address: URL): URL {
      challenge = stale
      return page.signIn(address)
    },
  }
  expect(problemIn(await throughOther(new Visitor(app), source, swapped))).toBe("refused")
  expect(await head.send(identityAdminCalls.test, { id: source.id })).toMatchObject({ isFine: false })
})

test("[SSO-4] 钉钉 and 飞书: the phone fills in the box of the linking page, and links nobody", async () => {
  let phone: string | undefined
  const { origin } = await outside(() => ({ url }, response) => {
    switch (url.pathname) {
      case "/v1.0/oauth2/userAccessToken":
        return json(response, { accessToken: "t-2" })
      case "/v1.0/contact/users/me":
        return json(response, { nick: "李四", unionId: "un-2", mobile: phone })
      case "/open-apis/authen/v2/oauth/token":
        return json(response, { code: 0, access_token: "t-3" })
      case "/open-apis/authen/v1/user_info":
        return json(response, { code: 0, data: { open_id: "ou-2", name: "王五", mobile: phone } })
      default:
        return json(response, {}, 404)
    }
  })
  const page = comesBack({
    "/oauth2/auth": ["redirect_uri", {}],
    "/open-apis/authen/v1/authorize": ["redirect_uri", {}],
  })
  for (const kind of ["dingtalk", "feishu"] as const) {
    const source = await added(kind, origin)
    for (const [written, filled] of phones) {
      phone = written
      // Still not linked, though it is the phone of somebody here.
      expect([kind, written, (await unlinkedAfter(source, page))?.phone]).toEqual([kind, written, filled])
    }
  }
})

const casAnswer = (inside: string) =>
  `<?xml version="1.0"?><cas:serviceResponse xmlns:cas="http://www.yale.edu/tp/cas">${inside}</cas:serviceResponse>`
const success = (user: string) =>
  casAnswer(`<cas:authenticationSuccess><cas:user>${user}</cas:user>
    <cas:attributes><cas:name>赵六</cas:name></cas:attributes></cas:authenticationSuccess>`)

test("[SSO-4] CAS: a ticket is validated for the very service that this browser began with", async () => {
  const tickets = new Map<string, string>()
  const { origin } = await outside(() => ({ url }, response) => {
    expect(url.pathname).toBe("/cas/p3/serviceValidate")
    const ticket = url.searchParams.get("ticket") ?? ""
    const isGood = tickets.get(ticket) === url.searchParams.get("service")
    tickets.delete(ticket)
    response.end(
      isGood
        ? success("zhaoliu")
        : casAnswer('<cas:authenticationFailure code="INVALID_TICKET">no</cas:authenticationFailure>'),
    )
  })
  const source = await added("cas", `${origin}/cas/`, { clientId: "", secret: undefined })
  const page = {
    signIn(address: URL): URL {
      expect(address.pathname).toBe("/cas/login")
      const service = address.searchParams.get("service") ?? ""
      const ticket = `ST-${tickets.size + 1}-${Math.random()}`
      tickets.set(ticket, service)
      const back = new URL(service)
      back.searchParams.set("ticket", ticket)
      return back
    },
  }
  expect(await labelAfter(source, page)).toBe("赵六（zhaoliu）")
  await linked(app, "teacher-a1", source, page)
  // The ticket of another browser's sign-in, put into one's own.
  const theirs = page.signIn(await new Visitor(app).open(source.signInAddress))
  const victim = new Visitor(app)
  const own = page.signIn(await victim.open(source.signInAddress))
  own.searchParams.set("ticket", theirs.searchParams.get("ticket") ?? "")
  expect(problemIn(await victim.open(own))).toBe("invalid")
  expect(await head.send(identityAdminCalls.test, { id: source.id })).toMatchObject({ isFine: true })
})

test("[SSO-4] XML that is not what CAS says is refused", () => {
  expect(readCasAnswer(success("a&amp;b")).user).toBe("a&b")
  expect(readCasAnswer(success("admin<!-- x -->istrator")).user).toBe("administrator")
  const bad = [
    `<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>${success("&e;")}`,
    success("x").slice(0, -10),
    `${success("x")}${success("y")}`,
    casAnswer(
      "<cas:authenticationSuccess><cas:user>a</cas:user><cas:user>b</cas:user></cas:authenticationSuccess>",
    ),
    `<html>${success("x")}</html>`,
    casAnswer(
      `<cas:authenticationSuccess><cas:user>a</cas:user>${"<x>".repeat(15)}${"</x>".repeat(15)}</cas:authenticationSuccess>`,
    ),
    "x".repeat(70_000),
    "",
  ]
  for (const xml of bad) expect(() => readCasAnswer(xml), xml.slice(0, 80)).toThrow(/^invalid/)
  // A failure that brings a user along is a failure.
  const both = casAnswer(
    '<cas:authenticationFailure code="X"><cas:user>a</cas:user></cas:authenticationFailure>',
  )
  expect(readCasAnswer(both)).toMatchObject({ user: "", failure: "X" })
})

test("[SSO-16] an answer of CAS in a foreign namespace is refused, whatever its prefixes are", () => {
  const cas = "http://www.yale.edu/tp/cas"
  const answer = (root: string, inside: string, close = "cas:serviceResponse") =>
    `<?xml version="1.0"?><${root}>${inside}</${close}>`
  const inside = "<cas:authenticationSuccess><cas:user>a</cas:user></cas:authenticationSuccess>"
  const bad = [
    answer("cas:serviceResponse", inside),
    answer('cas:serviceResponse xmlns:cas="http://evil.example/cas"', inside),
    answer(`cas:serviceResponse xmlns:cas="${cas}/"`, inside),
    answer(`cas:serviceResponse xmlns:other="${cas}"`, inside),
    answer(`cas:serviceResponse title=' xmlns:cas="${cas}"'`, inside),
    answer(
      `cas:serviceResponse xmlns:cas="${cas}"`,
      '<cas:authenticationSuccess><cas:user xmlns:cas="urn:x">a</cas:user></cas:authenticationSuccess>',
    ),
    answer(
      `cas:serviceResponse xmlns:cas="${cas}"`,
      '<x:authenticationSuccess xmlns:x="urn:x"><cas:user>a</cas:user></x:authenticationSuccess>',
    ),
    answer(
      `cas:serviceResponse xmlns:cas="${cas}"`,
      "<cas:authenticationSuccess><cas:user>a</x:user></cas:authenticationSuccess>",
    ),
    answer("serviceResponse", inside.replaceAll("cas:", ""), "serviceResponse"),
  ]
  for (const xml of bad) expect(() => readCasAnswer(xml), xml).toThrow(/^invalid/)
  for (const good of [
    answer(`cas:serviceResponse xmlns:cas='${cas}'`, inside),
    answer(`serviceResponse xmlns="${cas}"`, inside.replaceAll("cas:", ""), "serviceResponse"),
    answer(`s:serviceResponse xmlns:s = "${cas}"`, inside.replaceAll("cas:", "s:"), "s:serviceResponse"),
  ])
    expect(readCasAnswer(good).user).toBe("a")
  // An attribute of somebody else's vocabulary is none of CAS.
  const foreign = answer(
    `cas:serviceResponse xmlns:cas="${cas}" xmlns:x="urn:x"`,
    "<cas:authenticationSuccess><cas:user>a</cas:user><cas:attributes><x:name>甲</x:name><cas:mail>m</cas:mail></cas:attributes></cas:authenticationSuccess>",
  )
  expect([...readCasAnswer(foreign).attributes]).toEqual([["mail", "m"]])
})

test("[SSO-4] somebody else's OpenID Connect provider (oidc-provider) vouches for people", async () => {
  const server: Server = createServer().listen(0, "127.0.0.1")
  await once(server, "listening")
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const source = await added("oidc", issuer, {
    clientId: "portal",
    secret: "a secret of thirty-two characters",
  })
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: "portal",
        client_secret: "a secret of thirty-two characters",
        redirect_uris: [source.callbackAddress],
      },
    ],
    claims: { profile: ["name", "preferred_username"] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    findAccount: (_context, id) => ({
      accountId: id,
      claims: () => ({ sub: id, name: "外部的人", preferred_username: "outsider" }),
    }),
    // Everything that is asked for is granted: this is a test of who vouches, not of consent.
    loadExistingGrant: async ({ oidc }) => {
      const grant = new provider.Grant({ clientId: "portal", accountId: oidc.session?.accountId ?? "" })
      grant.addOIDCScope("openid profile email")
      await grant.save()
      return grant
    },
  })
  server.on("request", (request, response) => {
    if (request.url?.startsWith("/interaction/") === true)
      void provider.interactionFinished(request, response, { login: { accountId: "account-7" } })
    else void provider.callback()(request, response)
  })
  clean.push(async () => {
    server.closeAllConnections()
    server.close()
  })

  async function back(address: URL): Promise<URL> {
    const jar = new Map<string, string>()
    let at = address
    for (let hop = 0; hop < 8; hop++) {
      const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join("; ")
      const answer = await fetch(at, { redirect: "manual", headers: { cookie } })
      for (const set of answer.headers.getSetCookie()) {
        const [pair = ""] = set.split(";")
        jar.set(pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1))
      }
      at = new URL(answer.headers.get("location") ?? "", at)
      if (at.origin !== issuer) return at
    }
    throw new Error("Too many redirects")
  }
  const visitor = new Visitor(app)
  const at = await visitor.open(await back(await visitor.open(source.signInAddress)))
  const { data } = await visitor.send(identityCalls.enter, { ticket: ticketIn(at) })
  expect([problemIn(at), data?.unlinked?.label]).toEqual([null, "外部的人（outsider）"])
  expect(await head.send(identityAdminCalls.test, { id: source.id })).toMatchObject({ isFine: true })
})
