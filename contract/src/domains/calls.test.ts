import { expect, test } from "vitest"
import {
  canonicalDomain,
  domainAddress,
  domainOrigins,
  domainsMeaning,
  isPrivateDomain,
} from "./domain-address.ts"
import { domainAddresses } from "./domain-addresses.ts"
import {
  defaultHelpers,
  Domain,
  domainCalls,
  domainLimits,
  domainMessages,
  everyHelper,
  helpersOf,
} from "./calls.ts"

const label63 = "a".repeat(63)
const addressOf = (length: number) => `${label63}.${"b".repeat(length - 64)}`
const passes = (name: string, domainIp: string) => Domain.safeParse({ id: "1", name, domainIp }).success

test("[DOM-5] form and server agree about more than 400 addresses", () => {
  expect(domainAddresses.length).toBeGreaterThanOrEqual(400)
  expect(domainAddresses.filter(({ isRight }) => isRight).length).toBeGreaterThanOrEqual(100)
  const wrong = domainAddresses.filter(({ address, isRight }) => passes("官网", address) !== isRight)
  expect(wrong.map(({ address }) => address.slice(0, 120))).toEqual([])
})

test("[DOM-5] but for their length, the pattern alone has the verdict of each", () => {
  const wrong = domainAddresses.filter(
    ({ address, isRight }) =>
      address.length <= domainLimits.fieldLength && domainAddress.test(address) !== isRight,
  )
  expect(wrong).toEqual([])
})

test("[DOM-5] a wrong address has its sentence", () => {
  const verdict = domainCalls.save.input.safeParse({ name: "官网", domainIp: "localhost" })
  expect(verdict.error?.issues.map(({ message }) => message)).toEqual([domainMessages.badAddress])
})

test("[DOM-6] name and address end at 100 characters", () => {
  expect(passes("名".repeat(100), addressOf(100))).toBe(true)
  expect(passes("名".repeat(101), "a.b")).toBe(false)
  expect(passes("名", addressOf(101))).toBe(false)
})

/** The fastest of many, so that a busy machine does not decide. */
function fastestMs(work: () => void): number {
  const times = Array.from({ length: 30 }, () => {
    const started = performance.now()
    for (let turn = 0; turn < 20; turn++) work()
    return performance.now() - started
  })
  return Math.min(...times)
}

test.each([
  ["one label", (n: number) => "a".repeat(n)],
  ["many labels", (n: number) => "a.".repeat(n / 2)],
  ["many hyphens", (n: number) => "a-".repeat(n / 2)],
  ["full labels and an end that spoils them", (n: number) => `${`${label63}.`.repeat(n / 64)}!`],
  ["labels and a long port", (n: number) => `${"a.".repeat(n / 2)}b:123456`],
  ["many prefixes", (n: number) => "http://".repeat(n / 7)],
  ["right from end to end", (n: number) => `${"a.".repeat(n / 2)}b`],
])("[DOM-5] ten times as long takes about ten times as long: %s", (_what, made) => {
  const short = made(10_000)
  const long = made(100_000)
  const shortMs = fastestMs(() => domainAddress.test(short))
  const longMs = fastestMs(() => domainAddress.test(long))
  // A backtracking pattern takes a hundred times as long. The added part is the clock's resolution.
  expect(longMs).toBeLessThan(30 * shortMs + 0.5)
})

test.each([
  ["https://OA.School.example", ["https://oa.school.example"]],
  ["http://oa.school.example:80", ["http://oa.school.example"]],
  ["https://oa.school.example:8443", ["https://oa.school.example:8443"]],
  ["oa.school.example", ["https://oa.school.example", "http://oa.school.example"]],
  ["127.0.0.1:8080", ["https://127.0.0.1:8080", "http://127.0.0.1:8080"]],
  ["oa.school.example:443", ["https://oa.school.example", "http://oa.school.example:443"]],
  ["http://0x7f.1", ["http://127.0.0.1"]],
  ["oa.school.example:99999", []],
  ["256.1.1.1", []],
])("[DOM-7] %j means the origins %j", (domainIp, origins) => {
  expect(domainOrigins(domainIp)).toEqual(origins)
})

test.each([
  ["https://OA.School.example:443", "https://oa.school.example"],
  ["http://oa.school.example:00080", "http://oa.school.example"],
  ["https://oa.school.example:80", "https://oa.school.example:80"],
  ["OA.School.example", "oa.school.example"],
  ["OA.School.example:0443", "oa.school.example:443"],
  ["XN--FIQ228C.CN", "xn--fiq228c.cn"],
  ["0x7f.1", "127.0.0.1"],
  ["https://010.0.0.1", "https://8.0.0.1"],
  ["A.B:99999", "a.b:99999"],
])("[DOM-7] %j is stored as %j", (domainIp, canonical) => {
  expect(canonicalDomain(domainIp)).toBe(canonical)
})

test("[DOM-7] the canonical form of a valid address is valid, canonical and equal in meaning", () => {
  const right = domainAddresses.filter(({ isRight }) => isRight)
  const broken = right.filter(({ address }) => {
    const canonical = canonicalDomain(address)
    const origins = domainOrigins(address)
    return !(
      domainAddress.test(canonical) &&
      canonical === canonical.toLowerCase() &&
      canonicalDomain(canonical) === canonical &&
      domainOrigins(canonical).join() === origins.join() &&
      origins.every((origin) => domainsMeaning(origin).includes(canonical))
    )
  })
  expect(broken).toEqual([])
})

test("[DOM-7] an origin is meant by the entries that mean it, and by no other", () => {
  const right = domainAddresses.filter(({ isRight }) => isRight).map(({ address }) => address)
  const origins = [...new Set(right.flatMap(domainOrigins))]
  for (const origin of origins) {
    const meant = new Set(domainsMeaning(origin))
    for (const address of right)
      expect([origin, address, meant.has(canonicalDomain(address))]).toEqual([
        origin,
        address,
        domainOrigins(address).includes(origin),
      ])
  }
  for (const none of ["null", "https://a.cn/", "https://A.cn", "a.cn", "", "https://a.cn:443"])
    expect(domainsMeaning(none)).toEqual([])
})

test.each(
  "127.0.0.1 10.1.2.3:80 https://192.168.0.9 172.16.0.1 172.31.255.255 169.254.1.1 100.64.0.1 0.0.0.0 0x7f.1 a.localhost printer.local a.internal".split(
    " ",
  ),
)("[DOM-5] %s is accepted and marked as private", (address) => {
  expect([passes("内网", address), isPrivateDomain(address)]).toEqual([true, true])
})

test.each(
  "8.8.8.8 172.15.0.1 172.32.0.1 192.169.0.1 100.63.0.1 100.128.0.1 169.253.0.1 local.cn notlocal a.mylocal 10.cn a.b:99999".split(
    " ",
  ),
)("[DOM-5] %s is not marked as private", (address) => {
  expect(isPrivateDomain(address)).toBe(false)
})

test("[DOM-7] a new domain may use every helper but re-authentication; doubles are dropped", () => {
  expect(defaultHelpers).toEqual(["picker", "drawer", "monitor", "user", "page"])
  expect(helpersOf("reauth,picker,reauth")).toEqual(["picker", "reauth"])
  expect(helpersOf("")).toEqual([])
  const accepts = (helpers: string) =>
    domainCalls.save.input.safeParse({ name: "官网", domainIp: "a.cn", helpers }).success
  expect(["", everyHelper.join(), "picker"].map(accepts)).toEqual([true, true, true])
  expect([",", "picker,", "Picker", "constructor", " picker"].map(accepts)).toEqual(
    Array.from({ length: 5 }, () => false),
  )
})

test.each([
  ["https://a.cn", true],
  ["http://[::1]:3000", true],
  ["https://a.cn/", false],
  ["https://a.cn:443", false],
  ["https://A.cn", false],
  ["https://u@a.cn", false],
  ["null", false],
  ["a.cn", false],
  ["javascript://a.cn", false],
  [`https://${"a.".repeat(140)}cn`, false],
])("[DOM-7] what a page's origin can be: %s %s", (origin, isOne) => {
  expect(domainCalls.ticket.input.safeParse({ origin }).success).toBe(isOne)
})
