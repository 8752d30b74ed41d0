import { dictionaryAdminCalls, dictionaryAdminMessages } from "@uc/contract/dictionary/admin-calls"
import { menuAdminCalls, menuMessages } from "@uc/contract/menus/admin-calls"
import { newsAdminCalls, newsAdminMessages } from "@uc/contract/news/admin-calls"
import { expect, test } from "vitest"
import { features } from "./features.ts"
import type { Feature } from "./http/calls/implement-calls.ts"
import type { Services } from "./http/services.ts"
import { testApp } from "./testing/test-app.ts"
import { grantFor } from "./testing/test-danger.ts"

/** Something that a feature may call and read from while its handlers are made; no handler is run. */
const anything: unknown = new Proxy(() => undefined, {
  get: (_target, name) => (name === Symbol.toPrimitive ? () => "" : anything),
  apply: () => anything,
})

/** The parameters that a handler takes out of its input; null: it hands the whole input on. */
function takenBy(handler: (...given: never[]) => unknown): readonly string[] | null {
  const written = handler.toString()
  const start = written.indexOf("(")
  if (/^\(\s*_/.test(written.slice(start)) || /^\(\s*\)/.test(written.slice(start))) return []
  if (!/^\(\s*\{/.test(written.slice(start))) return null
  const pattern = written.slice(written.indexOf("{") + 1)
  let depth = 1
  let end = 0
  while (depth > 0 && end < pattern.length) {
    if (pattern[end] === "{") depth++
    if (pattern[end] === "}") depth--
    end++
  }
  const inside = pattern.slice(0, end - 1)
  if (inside.includes("...")) return null
  return [...inside.matchAll(/["']?([\w.]+)["']?\s*(?:[:=,]|$)/g)].map(([, name]) => name ?? "")
}

test("[DISTRICT-15] a handler takes every parameter that its call accepts, or all of them", () => {
  const ignored = Object.entries<Feature>(features).flatMap(([noun, feature]) => {
    const handlers = feature.handlers(anything as Services)
    return Object.entries(feature.calls).flatMap(([name, { input }]) => {
      const handler = handlers[name] as (...given: never[]) => unknown
      const taken = takenBy(handler)
      if (taken === null) return []
      return Object.keys(input.shape)
        .filter((parameter) => !taken.includes(parameter))
        .map((parameter) => `${noun}.${name}: ${parameter}`)
    })
  })
  expect(ignored).toEqual([])
})

test("[DISTRICT-15] a handler that leaves a parameter out is seen", () => {
  const leaves = ({ orgid }: { orgid: string; type?: string }) => orgid
  expect(takenBy(leaves)).toEqual(["orgid"])
  expect(takenBy(() => null)).toEqual([])
  expect(takenBy((input: object) => input)).toBeNull()
})

test("[DISTRICT-15] what a save can't change is refused: another parent, another code", async () => {
  const app = await testApp()
  const platform = await app.as("platform")
  const said = async (asked: Promise<{ json(): { field?: string; msg: string } }>) => {
    const { field, msg } = (await asked).json()
    return [field, msg]
  }

  const { items } = await platform.send(menuAdminCalls.list, {})
  const [below, other] = [
    items.find(({ parentId }) => parentId !== null),
    items.find(({ parentId }) => parentId === null),
  ]
  if (!below || !other) throw new Error("The tiny world has no menus")
  await grantFor(app, platform, "menu")
  const { modulename: _modulename, audience, ...menu } = below
  const rows = audience.map(({ orgname: _orgname, ...row }) => row)
  expect(
    await said(platform.request(menuAdminCalls.save, { ...menu, audience: rows, parentId: null })),
  ).toEqual(["parentId", menuMessages.parentByMove])

  const code = { table: null, code: "colour", name: "颜色", remark: null, isDisabled: false }
  const { id } = await platform.send(dictionaryAdminCalls.save, code)
  const tables = await platform.send(dictionaryAdminCalls.tables, {})
  const version = tables.find((table) => table.id === id)?.version
  for (const change of [{ code: "shape" }, { table: "sex" }])
    expect(
      await said(platform.request(dictionaryAdminCalls.save, { ...code, ...change, id, version })),
    ).toEqual(["code", dictionaryAdminMessages.codeStays])

  const column = { name: "要闻", isPublic: false, isShared: false }
  const { id: news, version: seen } = await platform.send(newsAdminCalls.saveColumn, column)
  const moved = { ...column, id: news, version: seen, parentId: news }
  expect(await said(platform.request(newsAdminCalls.saveColumn, moved))).toEqual([
    "parentId",
    newsAdminMessages.parentByMove,
  ])
})
