import type { AdministeredMenu, PeopleAlike } from "@uc/contract/menus/admin-calls"
import { expect, test } from "vitest"
import { countFor, countsOf, auditMenus, type MenuFault, type MenuAudit } from "./menu-audit.ts"

const everyone = { usertype: null, minAdmintype: 0, orgid: null, orgname: null } as const
const schools = { ...everyone, usertype: 40 } as const
const bureaus = { ...everyone, usertype: 20 } as const
const operators = { ...everyone, usertype: 10, minAdmintype: 9 } as const

function item(id: string, more: Partial<AdministeredMenu> = {}): AdministeredMenu {
  return {
    id,
    parentId: null,
    text: `项${id}`,
    kind: "router",
    path: `/page/${id}`,
    icon: "",
    isDisabled: false,
    moduleid: null,
    modulename: null,
    audience: [everyone],
    version: "",
    ...more,
  }
}

const people: PeopleAlike[] = [
  { usertype: 10, admintype: 9, orgid: null, people: 1 },
  { usertype: 20, admintype: 0, orgid: null, people: 30 },
  { usertype: 40, admintype: 0, orgid: null, people: 500 },
  { usertype: 40, admintype: 1, orgid: null, people: 10 },
  { usertype: 40, admintype: 0, orgid: "77", people: 40 },
]

function audit(items: readonly AdministeredMenu[]): MenuAudit {
  return {
    items,
    people,
    authorised: [
      { origin: "https://oa.example", usertype: 40, organisations: 4 },
      { origin: "https://half.example", usertype: 40, organisations: 3 },
    ],
    organisations: [
      { usertype: 10, organisations: 1 },
      { usertype: 20, organisations: 2 },
      { usertype: 40, organisations: 4 },
    ],
    base: "https://portal.example",
    hasPage: (path) => path.startsWith("/page/"),
  }
}

test("[DISTRICT-12] a finding about a site that is missing on a list names the site as its remedy", () => {
  const remedyOf = (path: string, audience?: AdministeredMenu["audience"]) =>
    auditMenus(audit([hosted(path, audience)])).map(({ fault, origin }) => [fault, origin])
  expect(remedyOf("https://new.example/in")).toEqual([["unauthorised", "https://new.example"]])
  expect(remedyOf("https://half.example/in")).toEqual([["partly-authorised", "https://half.example"]])
  expect(remedyOf("javascript:alert(1)")).toEqual([["unauthorised", undefined]])
})

test("[DISTRICT-12] an http address in a portal on https is found", () => {
  const all = { ...audit([hosted("http://oa.example/in")]) }
  const authorised = [{ origin: "http://oa.example", usertype: 40 as const, organisations: 4 }]
  expect(auditMenus({ ...all, authorised }).map(({ fault }) => fault)).toEqual(["mixed-content"])
  expect(auditMenus({ ...all, authorised, base: "http://portal.example" })).toEqual([])
})

const hosted = (path: string, audience: AdministeredMenu["audience"] = [schools]) =>
  item("1", { kind: "hosted", path, audience })

const cases: [string, readonly AdministeredMenu[], readonly [string, MenuFault][]][] = [
  ["a sound page", [item("1")], []],
  ["a page that does not exist", [item("1", { path: "/gone" })], [["1", "unknown-page"]]],
  [
    "a cycle",
    [item("1", { parentId: "2" }), item("2", { parentId: "1" }), item("3", { parentId: "1" })],
    [
      ["1", "cycle"],
      ["2", "cycle"],
      ["3", "cycle"],
    ],
  ],
  ["no row of who sees it", [item("1", { audience: [] })], [["1", "nobody"]]],
  ["rows that fit nobody", [item("1", { audience: [{ ...schools, minAdmintype: 9 }] })], [["1", "nobody"]]],
  [
    "an organisation that has nobody",
    [item("1", { audience: [{ ...everyone, orgid: "78" }] })],
    [["1", "nobody"]],
  ],
  [
    "a parent that its people don't see",
    [item("1", { audience: [bureaus] }), item("2", { parentId: "1", audience: [schools] })],
    [["2", "hidden-parent"]],
  ],
  [
    "a parent that some of its people don't see",
    [item("1", { audience: [bureaus] }), item("2", { parentId: "1" })],
    [["2", "partly-hidden"]],
  ],
  [
    "a parent that is disabled, which itself is nobody's worry",
    [item("1", { isDisabled: true }), item("2", { parentId: "1" })],
    [["2", "hidden-parent"]],
  ],
  [
    "two of one path that somebody has both",
    [item("1"), item("2", { path: "/page/1/ ", audience: [schools] })],
    [
      ["1", "same-place"],
      ["2", "same-place"],
    ],
  ],
  [
    "two of one path that nobody has both",
    [item("1", { audience: [bureaus] }), item("2", { path: "/page/1", audience: [schools] })],
    [],
  ],
  ["a group without anything in it", [item("1", { kind: "group", path: "" })], [["1", "empty-group"]]],
  ["the site's own address", [hosted("/openapi.json")], []],
  ["an authorised address", [hosted("https://oa.example/x")], []],
  ["an address that nobody has authorised", [hosted("https://evil.example/x")], [["1", "unauthorised"]]],
  [
    "an address that is authorised for others than those who see it",
    [hosted("https://oa.example/x", [bureaus])],
    [["1", "unauthorised"]],
  ],
  [
    "an address that some have not authorised",
    [hosted("https://half.example/x")],
    [["1", "partly-authorised"]],
  ],
  ["an address that is none", [hosted("javascript:alert(1)")], [["1", "unauthorised"]]],
  [
    "an address with a name ahead of the host",
    [hosted("https://portal.example@oa.example/")],
    [["1", "unauthorised"]],
  ],
]

test.each(cases)("[MENU-5] the doctor names %s", (_name, items, expected) => {
  expect(auditMenus(audit(items)).map(({ id, fault }) => [id, fault])).toEqual(expected)
})

test("[MENU-5] what it says names the item that is to blame, and how many are concerned", () => {
  const found = auditMenus(audit([item("1", { audience: [bureaus] }), item("2", { parentId: "1" })]))
  expect(found[0]?.words).toBe("可见范围内有551人看不到上级“项1”，因此也看不到它")
})

test("[MENU-1] an item's viewers are counted through all of its parents, while editing too", () => {
  const items = [
    item("1", { audience: [schools] }),
    item("2", { parentId: "1", audience: [{ ...everyone, minAdmintype: 1 }] }),
    item("3", { parentId: "1", audience: [{ ...everyone, orgid: "77" }] }),
    item("4", { audience: [operators] }),
  ]
  const counts = countsOf({ items, people })
  expect(items.map(({ id }) => counts.get(id))).toEqual([550, 10, 40, 1])
  expect(countFor(item("3", { parentId: "1" }), { items, people })).toBe(550)
  expect(countFor(item("", { parentId: "4" }), { items, people })).toBe(1)
})
