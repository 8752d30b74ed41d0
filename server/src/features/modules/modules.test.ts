import { moduleCalls, type Module } from "@uc/contract/modules/calls"
import { expect, test } from "vitest"
import { searchKeys } from "../../db/queries/search-keys.ts"
import { testApp } from "../../testing/test-app.ts"

function flat(modules: readonly Module[]): Module[] {
  return modules.flatMap((module) => [module, ...flat(module.children)])
}

test("[MODULE-1] with ifAll also modules without a menu of the user, each with keys", async () => {
  const app = await testApp()
  const teacher = await app.as("teacher-a1")
  const own = flat(await teacher.send(moduleCalls.tree, {}))
  const all = flat(await teacher.send(moduleCalls.tree, { ifAll: 1 }))
  expect(own.length).toBeGreaterThan(0)
  expect(all.length).toBeGreaterThan(own.length)
  expect(all.map(({ id }) => id)).toEqual(expect.arrayContaining(own.map(({ id }) => id)))
  for (const { name, keys } of all) {
    const { pinyin, initials } = searchKeys(name)
    expect(keys).toBe(`${pinyin} ${initials}`)
  }
})
