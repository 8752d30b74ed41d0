import { expect, test } from "vitest"
import { browserName, maskedAddress } from "./browser-name.ts"

const webkit = "AppleWebKit/537.36 (KHTML, like Gecko)"
const windows = "Mozilla/5.0 (Windows NT 10.0; Win64; x64)"
const iphone =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)"
const android = "Mozilla/5.0 (Linux; Android 14; Pixel 8)"

test.each([
  [`${windows} ${webkit} Chrome/126.0.0.0 Safari/537.36`, "Chrome · Windows"],
  [`${windows} ${webkit} Chrome/126.0.0.0 Safari/537.36 Edg/126.0.0.0`, "Edge · Windows"],
  [`${windows} ${webkit} Chrome/108.0.0.0 Safari/537.36 QIHU 360SE`, "360浏览器 · Windows"],
  ["Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:127.0) Gecko/20100101 Firefox/127.0", "Firefox · Windows"],
  ["Mozilla/5.0 (X11; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0", "Firefox · Linux"],
  [
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Safari/605.1.15",
    "Safari · macOS",
  ],
  [`${iphone} Version/17.5 Mobile/15E148 Safari/604.1`, "Safari · iOS"],
  [`${iphone} CriOS/126.0.6478.54 Mobile/15E148 Safari/604.1`, "Chrome · iOS"],
  [`${iphone} Mobile/15E148 MicroMessenger/8.0.49(0x18003131) NetType/WIFI Language/zh_CN`, "微信 · iOS"],
  [
    `${iphone} Mobile/15E148 wxwork/4.1.26 MicroMessenger/7.0.1 Language/zh ColorScheme/Light`,
    "企业微信 · iOS",
  ],
  [`${android} ${webkit} Chrome/126.0.0.0 Mobile Safari/537.36`, "Chrome · Android"],
  [
    `Mozilla/5.0 (Phone; OpenHarmony 5.0) ${webkit} Chrome/114.0.0.0 Safari/537.36 ArkWeb/4.1.6.1 Mobile`,
    "Chrome · HarmonyOS",
  ],
  [
    `Mozilla/5.0 (Linux; Android 12; HarmonyOS; NOH-AN00) ${webkit} Chrome/114.0.0.0 Mobile Safari/537.36`,
    "Chrome · HarmonyOS",
  ],
  ["curl/8.5.0", "未知浏览器"],
  ["", "未知浏览器"],
  [null, "未知浏览器"],
])("a browser is named in words: %s", (userAgent, name) => {
  expect(browserName(userAgent)).toBe(name)
})

test.each([
  ["192.168.1.77", "192.168.*.*"],
  ["::ffff:10.0.0.5", "10.0.*.*"],
  ["2001:db8:85a3::8a2e:370:7334", "2001:db8:*"],
  ["fe80::1", "fe80:0:*"],
  ["::1", "*"],
  [null, "未知"],
])("an address is shown by its first half at most: %s", (ip, shown) => {
  expect(maskedAddress(ip)).toBe(shown)
})
