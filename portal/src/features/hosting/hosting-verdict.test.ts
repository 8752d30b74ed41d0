import { expect, test } from "vitest"
import { hostileAddresses } from "./hostile-addresses.ts"
import { hostingVerdict, type Known } from "./hosting-verdict.ts"

const known: Known = {
  base: "https://portal.example.cn/static/usercenter/#/main/oldpage?url=x",
  hasUser: true,
  origins: ["https://oa.example.cn", "http://10.0.0.8:8080"],
  hasFailed: false,
}
const bases = [known.base, known.base.replace("https:", "http:"), "http://127.0.0.1:8080/static/usercenter/"]

test("[HOME-7][MENU-3] none of more than 200 hostile addresses is hosted, under http or https", () => {
  expect(hostileAddresses.length).toBeGreaterThanOrEqual(200)
  const hosted = bases.flatMap((base) =>
    hostileAddresses.flatMap((address) => {
      const verdict = hostingVerdict(address, { ...known, base })
      return verdict.at === "permitted" ? [[base, address, verdict]] : []
    }),
  )
  expect(hosted).toEqual([])
})

test.each([
  ["https://oa.example.cn/a?b=1#c", "https://oa.example.cn/a?b=1#c"],
  ["HTTPS://OA.example.cn:443/收文", "https://oa.example.cn/%E6%94%B6%E6%96%87"],
  ["http://10.0.0.8:8080/", "http://10.0.0.8:8080/"],
  ["//oa.example.cn/x", "https://oa.example.cn/x"],
  ["/openapi.json", "https://portal.example.cn/openapi.json"],
])("[HOME-7] %s is hosted, as %s", (address, href) => {
  expect(hostingVerdict(address, known)).toMatchObject({ at: "permitted", href })
})

test("[HOME-7] who can't say yet, or not at all, does not host; the site itself needs no list", () => {
  const address = "https://oa.example.cn/"
  const origin = "https://oa.example.cn"
  expect(hostingVerdict(address, { ...known, origins: null })).toEqual({ at: "asking", origin })
  expect(hostingVerdict(address, { ...known, origins: null, hasFailed: true })).toEqual({
    at: "unknown",
    origin,
  })
  expect(hostingVerdict(address, { ...known, origins: null, hasUser: false })).toEqual({
    at: "signed-out",
    origin,
  })
  expect(hostingVerdict(address, { ...known, origins: [] })).toEqual({ at: "refused", origin })
  expect(hostingVerdict("/news", { ...known, origins: null, hasUser: false }).at).toBe("permitted")
})
