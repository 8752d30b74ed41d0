// @vitest-environment jsdom
import { invocationOf } from "@uc/bridge/invocation"
import { methods } from "@uc/bridge/protocol"
import { drawers } from "@uc/contract/drawers/drawers"
import { pickers } from "@uc/contract/pickers/pickers"
import { expect, test } from "vitest"
import { argumentsOf, callCodes, initialValues, written } from "./helper-call.ts"
import { helpers, type Helper } from "./helper-catalogue.ts"

const portal = "https://portal.example/static/usercenter/"
const helper = (id: string) => helpers.find((one) => one.id === id) as Helper

test("[HOME-7] every helper is in the catalogue", () => {
  expect(new Set(helpers.map(({ method }) => method))).toEqual(new Set(methods))
})

test.each([...Object.entries(pickers), ...Object.entries(drawers)])(
  "[HOME-7] every option of %s (and no other) has its box in the form",
  (name, { key, options }) => {
    const known = helpers.find((one) => one.name === name && one.key === key)
    const boxes = new Set(known?.fields.map((field) => field.name.split(".")[0]))
    expect(boxes).toEqual(new Set(Object.keys(options.shape)))
  },
)

test("[HOME-7] every form's initial values are a valid call, except the person card without id", () => {
  const wrong = helpers.filter(
    (one) => invocationOf(one.method, argumentsOf(one, initialValues(one))).sentence !== undefined,
  )
  expect(wrong.map(({ id }) => id)).toEqual(["drawer-person"])
})

test("what was filled in becomes options; what was not is left out", () => {
  const values = {
    min: "1",
    max: " 3 ",
    title: "",
    defaults: "7，8 9",
    "size.width": "800",
    "size.height": "600",
  }
  expect(argumentsOf(helper("person"), values)).toEqual([
    "person",
    { min: 1, max: 3, defaults: ["7", "8", "9"], size: { width: 800, height: 600 } },
  ])
  expect(argumentsOf(helper("department"), { canEdit: "true" })).toEqual(["department", { canEdit: true }])
  expect(argumentsOf(helper("currentUser"), {})).toEqual([])
  expect(argumentsOf(helper("navigate"), { path: "/main/home" })).toEqual(["/main/home"])
})

test.each([
  ["max", "-1", "max："],
  ["max", "很多", "max："],
  ["min", "1.5", "min："],
  ["defaults", "甲", "defaults.0："],
  ["size.width", "800", "size.height："],
])("invalid options are refused with a sentence: %s = %j", (name, typed, sentence) => {
  const { sentence: told } = invocationOf("openPicker", argumentsOf(helper("person"), { [name]: typed }))
  expect(told).toContain(sentence)
  expect(told).toMatch(/[\u4e00-\u9fff]/)
})

test("[DLG-5] the call is shown as promise, by number, and for another site", () => {
  const { promise, callback, hosted } = callCodes(helper("person"), { min: "1", max: "3" }, portal)
  expect(promise).toBe('const chosen = await UserCenter.openPicker("person", { min: 1, max: 3 })')
  expect(callback).toBe(
    "UserCenter.openDialog({ key: 998, min: 1, max: 3 }, function (chosen) {\n  console.log(chosen)\n})",
  )
  expect(hosted).toContain('<script src="https://portal.example/static/usercenter/bridge.js"></script>')
  expect(hosted).toContain('UserCenter.openPicker("person", { min: 1, max: 3 }).then(function (chosen) {')
  expect(callCodes(helper("area"), {}, portal).promise).toBe(
    'const chosen = await UserCenter.openPicker("area")',
  )
  expect(callCodes(helper("area"), {}, portal).callback).toContain("openDialog({ key: 997 }, function")
  expect(callCodes(helper("setTitle"), { title: "收文" }, portal).callback).toBe(
    'UserCenter.setTitle("收文")',
  )
})

test("long options stand on lines of their own", () => {
  const options = { title: "请选择今天下午参加消防演练的所有值班人员和负责人", defaults: ["1", "2"], max: 3 }
  expect(written(options)).toBe(
    '{\n  title: "请选择今天下午参加消防演练的所有值班人员和负责人",\n  defaults: ["1", "2"],\n  max: 3,\n}',
  )
})
