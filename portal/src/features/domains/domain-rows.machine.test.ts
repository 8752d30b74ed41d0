import { defaultHelpers, domainLimits, domainMessages, type ListedDomain } from "@uc/contract/domains/calls"
import { defaultUserFields } from "@uc/contract/domains/user-fields"
import { expect, test } from "vitest"
import {
  isUnsaved,
  meantAddress,
  noRows,
  problemOf,
  reduceDomains,
  type DomainEvent,
  type DomainRows,
} from "./domain-rows.machine.ts"

function domain(id: string, more: Partial<ListedDomain> = {}): ListedDomain {
  return {
    id,
    name: `网站${id}`,
    domainIp: `https://d${id}.example.cn`,
    helpers: [...defaultHelpers],
    userFields: [...defaultUserFields],
    operations: [],
    version: 1,
    origins: [`https://d${id}.example.cn`],
    isPrivate: false,
    lastUsedAt: null,
    hasSecret: false,
    isForBelow: false,
    declinedBy: 0,
    ...more,
  }
}

const listed = (...domainList: readonly ListedDomain[]): DomainEvent => ({
  type: "listed",
  domainList,
  inheritedDomains: [],
  refusedOrigins: [],
})
const after = (...events: readonly DomainEvent[]): DomainRows => events.reduce(reduceDomains, noRows)
const shown = ({ rows }: DomainRows) => rows.map(({ saved, name }) => [saved?.id ?? null, name])
const typed = (key: string, name: string): DomainEvent => ({ type: "typed", key, fields: { name } })

test.each([
  ["https://oa.school.cn/", "https://oa.school.cn"],
  ["https://oa.school.cn:443/login?to=/a#b", "https://oa.school.cn"],
  ["http://10.0.0.8:8080/oa/index.jsp", "http://10.0.0.8:8080"],
  ["oa.school.cn/index.html", "oa.school.cn"],
  ["oa.school.cn.", "oa.school.cn"],
  [`https://oa.school.cn/${"x".repeat(900)}`, "https://oa.school.cn"],
  [`https://${"a".repeat(60)}.${"b".repeat(60)}.cn/`, null],
  ["ｏａ．school．cn", "oa.school.cn"],
  ["https://学校.cn/", "https://xn--48s290a.cn"],
  ["oa", null],
  ["ftp://oa.school.cn", null],
  ["a.cn:123456", null],
  ["https://a.com@evil.example/", null],
  ["https:\\\\evil.example", null],
  ["java\tscript.example/", null],
  ["oa.school.cn", null],
])("[DOM-5] %j is refused, and offered as %j where somebody has copied too much", (typedIn, meant) => {
  expect(meantAddress(typedIn)).toBe(meant)
})

test("[DOM-1] an empty list shows one new row, and so does one whose last row goes", () => {
  const empty = after(listed())
  expect(shown(empty)).toEqual([[null, ""]])
  expect(empty.rows.some(isUnsaved)).toBe(false)
  expect(shown(after(listed(domain("1")), { type: "removed", key: "1" }))).toEqual([[null, ""]])
})

test("[DOM-2] a new row stands last, is removed locally, and has its id after a create", () => {
  const added = after(listed(domain("1")), { type: "added" })
  const key = added.rows[1]?.key ?? ""
  expect(shown(added)).toEqual([
    ["1", "网站1"],
    [null, ""],
  ])
  expect(shown(reduceDomains(added, { type: "removed", key }))).toEqual([["1", "网站1"]])
  const saved = [
    typed(key, "新"),
    { type: "saving", key } as const,
    // Somebody goes on typing while it is saved.
    typed(key, "新网站"),
    { type: "saved", key, domain: domain("2", { name: "新" }) } as const,
  ].reduce(reduceDomains, added)
  expect(shown(saved)).toEqual([
    ["1", "网站1"],
    ["2", "新网站"],
  ])
  expect(saved.rows.map(isUnsaved)).toEqual([false, true])
  // The list that is loaded afterwards neither doubles it nor removes the typed text.
  const relisted = reduceDomains(saved, listed(domain("1"), domain("2", { name: "新" })))
  expect(shown(relisted)).toEqual(shown(saved))
  expect(relisted.rows.map(({ key: kept }) => kept)).toEqual(["1", key])
})

test("[SPEC-5][DOM-1] a first list that fails leaves a row to type into", () => {
  expect(shown(reduceDomains(noRows, { type: "failed" }))).toEqual([[null, ""]])
})

test("[DOM-4] a failed list loses no row that somebody typed, nor does the next one that comes", () => {
  const draft = after(listed(domain("1")), { type: "added" })
  const key = draft.rows[1]?.key ?? ""
  const failed = [typed("1", "改"), typed(key, "新"), { type: "failed" } as const].reduce(
    reduceDomains,
    draft,
  )
  expect([failed.at, shown(failed)]).toEqual([
    "failed",
    [
      ["1", "改"],
      [null, "新"],
    ],
  ])
  const back = [{ type: "asked" } as const, listed(domain("1"), domain("7"))].reduce(reduceDomains, failed)
  expect(back.at).toBe("ready")
  expect(shown(back)).toEqual([
    ["1", "改"],
    ["7", "网站7"],
    [null, "新"],
  ])
})

test("[DOM-2] another administrator's change is shown beside what is typed here", () => {
  const edited = after(
    listed(domain("1"), domain("2"), domain("3"), domain("4")),
    typed("1", "我"),
    typed("2", "我"),
  )
  const now = reduceDomains(
    edited,
    listed(domain("1", { name: "他", version: 2 }), domain("3", { name: "他", version: 2 })),
  )
  expect(now.rows.map(({ name, saved, overtaken }) => [name, saved?.version ?? null, overtaken])).toEqual([
    ["我", 2, "changed"],
    ["他", 2, null],
    ["我", null, "removed"],
  ])
  // The next save has the version that was reported; or theirs is taken.
  const reverted = reduceDomains(now, { type: "reverted", key: "1" })
  expect(reverted.rows[0]).toMatchObject({ name: "他", overtaken: null })
  // Both typed the same.
  const agreed = reduceDomains(edited, listed(domain("1", { name: "我", version: 2 })))
  expect(agreed.rows[0]).toMatchObject({ name: "我", overtaken: null })
})

test("[DOM-7] a refused origin becomes a row, in the place of an empty one", () => {
  const offered = after(listed(), { type: "offered", origin: "https://video.example.cn:8443" })
  expect(offered.rows).toHaveLength(1)
  expect(offered.rows[0]).toMatchObject({
    saved: null,
    name: "video.example.cn:8443",
    domainIp: "https://video.example.cn:8443",
    helpers: defaultHelpers,
  })
  expect(offered.rows.every(isUnsaved)).toBe(true)
})

test("[DISTRICT-12] for everything below is part of what is saved", () => {
  const ticked = after(listed(domain("1")), { type: "typed", key: "1", fields: { isForBelow: true } })
  expect(ticked.rows.some(isUnsaved)).toBe(true)
  const saved = after(listed(domain("1", { isForBelow: true })))
  expect(saved.rows.some(isUnsaved)).toBe(false)
})

test("which helpers are ticked counts, the order of ticking does not", () => {
  const turned = [...defaultHelpers].toReversed()
  const same = after(listed(domain("1")), { type: "typed", key: "1", fields: { helpers: turned } })
  expect(same.rows.some(isUnsaved)).toBe(false)
  const more = after(listed(domain("1")), {
    type: "typed",
    key: "1",
    fields: { helpers: [...turned, "reauth"] },
  })
  expect(more.rows.some(isUnsaved)).toBe(true)
})

const long = domainLimits.fieldLength
test.each([
  ["网站", "oa.example.cn", null],
  ["网站", "https://oa.example.cn:8443", null],
  ["名".repeat(long), "oa.example.cn", null],
  ["名".repeat(long + 1), "oa.example.cn", "不能超过100个字符"],
  ["网站", "oa", domainMessages.badAddress],
  ["网站", "", domainMessages.badAddress],
  ["网站", " oa.example.cn", domainMessages.badAddress],
  ["网站", `${"a".repeat(64)}.cn`, domainMessages.badAddress],
])("[DOM-5][DOM-6] of %j, %j the form says %j", (name, domainIp, problem) => {
  expect(problemOf({ name, domainIp })).toBe(problem)
})
