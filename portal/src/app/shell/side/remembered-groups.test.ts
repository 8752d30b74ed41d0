// @vitest-environment jsdom
import { expect, test } from "vitest"
import { rememberedGroups, rememberGroup } from "./remembered-groups.ts"

test("[DAY-18] what was opened and closed is remembered for each person apart", () => {
  rememberGroup("1", "/safety", false)
  rememberGroup("1", "/office", true)
  rememberGroup("2", "/safety", true)
  expect([rememberedGroups("1"), rememberedGroups("2"), rememberedGroups("3")]).toEqual([
    { "/safety": false, "/office": true },
    { "/safety": true },
    {},
  ])
})

test("[DAY-18] what else stands under that name in the browser is ignored", () => {
  localStorage.setItem("uc:menu-groups:4", JSON.stringify({ "/safety": "yes", "/office": true }))
  localStorage.setItem("uc:menu-groups:5", "{")
  expect([rememberedGroups("4"), rememberedGroups("5")]).toEqual([{ "/office": true }, {}])
})
