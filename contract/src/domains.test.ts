import { expect, test } from "vitest"
import { domainAddress, domainOrigins } from "./domain-address.ts"
import { Domain, domainCalls, domainMessages } from "./domains.ts"

const label63 = "a".repeat(63)
const addressOf = (length: number) => `${label63}.${"b".repeat(length - 64)}`
const passes = (name: string, domainIp: string) => Domain.safeParse({ id: "1", name, domainIp }).success

test("[DOM-5] an address has at least one dot, labels of at most 63, and perhaps a prefix and a port", () => {
  const right = [
    "a.b",
    "www.example.cn",
    "http://www.example.cn",
    "https://www.example.cn:8443",
    "127.0.0.1:1",
    "a-.b-",
    `${label63}.cn`,
    "A.B:99999",
  ]
  expect(right.filter((address) => !domainAddress.test(address))).toEqual([])
})

test("[DOM-5] everything else is refused", () => {
  const wrong = [
    "",
    "localhost",
    ".a.b",
    "a..b",
    "a.b.",
    "-a.b",
    "a.-b",
    `${label63}a.cn`,
    "ftp://a.b",
    "http:/a.b",
    "//a.b",
    "http://http://a.b",
    "a.b:",
    "a.b:123456",
    "a.b/path",
    "a.b?x",
    "user@a.b",
    "a_b.cn",
    "学校.cn",
    "a.b\n",
    " a.b",
    "a.b\0",
    "javascript:a.b",
  ]
  expect(wrong.filter((address) => domainAddress.test(address))).toEqual([])
})

test("[DOM-5] a wrong address is told with its sentence", () => {
  const verdict = domainCalls.save.input.safeParse({ name: "官网", domainIp: "localhost" })
  expect(verdict.error?.issues.map(({ message }) => message)).toEqual([domainMessages.badAddress])
})

test("[DOM-6] name and address end at 100 characters", () => {
  expect(passes("名".repeat(100), addressOf(100))).toBe(true)
  expect(passes("名".repeat(101), "a.b")).toBe(false)
  expect(passes("名", addressOf(101))).toBe(false)
})

/** The fastest of five, so that a busy machine does not decide. */
function fastestMs(work: () => void): number {
  const times = Array.from({ length: 5 }, () => {
    const started = performance.now()
    work()
    return performance.now() - started
  })
  return Math.min(...times)
}

test("[DOM-5] 100 kB of anything is judged in one pass", () => {
  const length = 100_000
  const hostile = [
    "a".repeat(length),
    "a.".repeat(length / 2),
    "a-".repeat(length / 2),
    `${`${label63}.`.repeat(length / 64)}!`,
    `${"a.".repeat(length / 2)}:123456`,
    `http://${"http://".repeat(length / 7)}`,
    "-".repeat(length),
  ]
  const slow = hostile.filter((address) => fastestMs(() => domainAddress.test(address)) > 5)
  expect(slow.map((address) => address.slice(0, 20))).toEqual([])
})

test.each([
  ["https://OA.School.example", ["https://oa.school.example"]],
  ["http://oa.school.example:80", ["http://oa.school.example"]],
  ["https://oa.school.example:8443", ["https://oa.school.example:8443"]],
  ["oa.school.example", ["https://oa.school.example", "http://oa.school.example"]],
  ["127.0.0.1:8080", ["https://127.0.0.1:8080", "http://127.0.0.1:8080"]],
  ["oa.school.example:99999", []],
])("[DOM-7] %j means the origins %j", (domainIp, origins) => {
  expect(domainOrigins(domainIp)).toEqual(origins)
})
