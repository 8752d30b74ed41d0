import { expect, test } from "vitest"
import { permittedAddress } from "./permitted-address.ts"

const base = "https://portal.example.cn/static/usercenter/"
const origins = ["https://oa.example.cn", "http://10.0.0.8:8080"]
const hrefOf = (address: string) => {
  const verdict = permittedAddress(address, base, origins)
  return verdict.isPermitted ? verdict.href : null
}

test.each([
  ["https://oa.example.cn", "https://oa.example.cn/"],
  ["https://OA.example.cn:443/a?b#c", "https://oa.example.cn/a?b#c"],
  ["http://10.0.0.8:8080/x", "http://10.0.0.8:8080/x"],
  ["/news", "https://portal.example.cn/news"],
  ["page.html", "https://portal.example.cn/static/usercenter/page.html"],
  ["#/main/home", "https://portal.example.cn/static/usercenter/#/main/home"],
  ["//oa.example.cn/x", "https://oa.example.cn/x"],
  // To browsers a backslash ends the host like a slash does.
  ["https://oa.example.cn\\@evil.example:1", "https://oa.example.cn/@evil.example:1"],
  // The base's own scheme without slashes is a relative path to browsers.
  ["https:evil", "https://portal.example.cn/static/usercenter/evil"],
])("[DOM-7][LOGIN-6] %s is permitted, as %s", (address, href) => {
  expect(hrefOf(address)).toBe(href)
})

test.each([
  "javascript:alert(1)",
  " javascript:alert(1)",
  "java\tscript:alert(1)",
  "\u0001javascript:alert(1)",
  "JAVASCRIPT:alert(1)",
  "javascript://oa.example.cn/%0aalert(1)",
  "data:text/html,x",
  "vbscript:x",
  "blob:https://oa.example.cn/1",
  "file:///etc/passwd",
  "about:blank",
  "about:srcdoc",
  "view-source:https://oa.example.cn",
  "ftp://oa.example.cn",
  "//evil.example",
  "///evil.example",
  "\\\\evil.example",
  "/\\evil.example",
  "\\/evil.example",
  "/\t/evil.example",
  "\t//evil.example",
  "http:evil.example",
  "http:/evil.example",
  "https:\\\\evil.example",
  "https:///evil.example",
  "https://oa.example.cn.evil.example",
  "https://oa.example.cn@evil.example",
  "https://oa.example.cn:443@evil.example",
  "https://user@oa.example.cn",
  "https://user:pw@oa.example.cn",
  "https://evil.example/https://oa.example.cn",
  "https://evil.example#https://oa.example.cn",
  "https://evil.example?https://oa.example.cn",
  "https://oa.example.cn.",
  "http://oa.example.cn",
  "https://oa.example.cn:8443",
  "https://sub.oa.example.cn",
  "https://xoa.example.cn",
  "http://10.0.0.8",
  "https://portal.example.cn:8443/",
  "http://portal.example.cn/",
  "https://",
  "https://%",
  "https://a b",
  "http://[",
])("[DOM-7][LOGIN-6] %j is refused", (address) => {
  expect(hrefOf(address)).toBe(null)
})

test("[DOM-7] what was refused names the origin that somebody may want to add, if there is one", () => {
  expect(permittedAddress("https://new.example/x", base, origins)).toEqual({
    isPermitted: false,
    origin: "https://new.example",
  })
  expect(permittedAddress("javascript:1", base, origins)).toEqual({ isPermitted: false, origin: null })
})
