import { dictionaryCalls, informationDictionary } from "@uc/contract/dictionary/calls"
import { expect, test } from "vitest"
import { testApp } from "../../testing/test-app.ts"

test("[SHELL-4] the information dictionary needs no session; its first remark splits by commas", async () => {
  const { anonymous } = await testApp()
  const answer = await anonymous.request(dictionaryCalls.information, informationDictionary)
  const { ret, list } = answer.json()
  expect(ret).toBe(1)
  expect(list[0].remark.split(",").length).toBeGreaterThan(1)
})

test("a dictionary that nobody knows is an empty list, not a fault", async () => {
  const { anonymous } = await testApp()
  expect(await anonymous.send(dictionaryCalls.information, { content: "x", code: "y" })).toEqual([])
})

test("[HOME-4] a code table is answered by its parent code, in order", async () => {
  const app = await testApp()
  const head = await app.as("head-a1")
  const codes = await head.send(dictionaryCalls.codesByParent, { parentcode: "usertype" })
  expect(codes.map(({ code, name }) => `${code} ${name}`)).toEqual([
    "10 平台",
    "20 教育局",
    "30 企业",
    "40 学校",
  ])
  const items = await head.send(dictionaryCalls.codes, { code: "usertype" })
  expect(items.map(({ code }) => code)).toEqual(codes.map(({ code }) => code))
  expect(await head.send(dictionaryCalls.codesByParent, { parentcode: "no-such-code" })).toEqual([])
})
