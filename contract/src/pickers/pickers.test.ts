import { describe, expect, test } from "vitest"
import { pickerLimits, pickers } from "./pickers.ts"

describe.each(Object.entries(pickers))("the picker %s", (_name, { options }) => {
  test("[PICK-0] takes defaults, min, max, title, size, required, disabled; all optional", () => {
    const all = {
      defaults: ["1"],
      required: ["2"],
      disabled: ["3"],
      min: 1,
      max: 3,
      title: "标题",
      size: { width: 800, height: 550 },
    }
    expect(options.parse(all)).toEqual(all)
    expect(options.parse({})).toEqual({})
  })

  test("[PICK-0] is never too small to see what one agrees to", () => {
    const isTaken = (width: number, height: number) => options.safeParse({ size: { width, height } }).success
    expect(isTaken(480, 400)).toBe(true)
    for (const [width, height] of [
      [479, 400],
      [480, 399],
      [4001, 400],
    ] as const)
      expect(isTaken(width, height)).toBe(false)
  })

  test.each(["defaults", "required", "disabled"])("[PICK-0] %s holds at most 1,000 ids", (key) => {
    const ids = (count: number) => Array.from({ length: count }, (_, at) => String(at))
    expect(options.safeParse({ [key]: ids(pickerLimits.defaults), max: pickerLimits.max }).success).toBe(true)
    for (const bad of [ids(pickerLimits.defaults + 1), ["x"], "1", [1.5], [-1], [2 ** 53]])
      expect(options.safeParse({ [key]: bad }).success).toBe(false)
  })
})

describe.each(Object.entries(pickers))("[SPEC-2] the picker %s of an older page", (_name, { options }) => {
  test("[SPEC-2][PICK-0] takes ids as numbers and numbers as their digits", () => {
    const asPassed = { defaults: [5, "6"], required: [5], disabled: [7], min: "1", max: "3" }
    const all = { ...asPassed, size: { width: "800", height: "550" } }
    expect(options.parse(all)).toEqual({
      defaults: ["5", "6"],
      required: ["5"],
      disabled: ["7"],
      min: 1,
      max: 3,
      size: { width: 800, height: 550 },
    })
    for (const bad of [{ max: "0" }, { max: "1e1" }, { max: " 3" }, { min: "-1" }, { size: { width: "9" } }])
      expect(options.safeParse(bad).success).toBe(false)
  })

  test("[SPEC-2][PICK-0] takes an empty option as not given", () => {
    for (const empty of ["", null]) {
      const all = { defaults: empty, required: empty, min: empty, max: empty, title: empty, size: empty }
      expect(options.parse(all)).toEqual({})
    }
  })
})

test("[PICK-0] options that nobody could confirm are refused with a sentence", () => {
  const sentence = (name: keyof typeof pickers, options: object) => {
    const { path, message } = pickers[name].options.safeParse(options).error?.issues[0] ?? {}
    return path && `${path.join(".")} ${message}`
  }
  expect(sentence("person", { min: 3, max: 2 })).toBe("min 不能大于最多可选的数量（2）")
  expect(sentence("area", { min: 11 })).toBe("min 不能大于最多可选的数量（10）")
  expect(sentence("menu", { required: ["1", "2"] })).toBe("required 必选的不能多于最多可选的数量（1）")
  for (const taken of [
    { min: 2, max: 2 },
    { min: 11, max: 11 },
    { max: 1, required: ["1", "1"] },
  ])
    expect(sentence("area", taken)).toBeUndefined()
  expect(sentence("person", { min: 11, required: ["1", "2"] })).toBeUndefined()
  // The person sees them and takes some away.
  expect(sentence("area", { max: 1, defaults: ["1", "2"] })).toBeUndefined()
})

test("[PERSON-3] a user of whom nothing is known is the person picker's to tell of", () => {
  const isTaken = (options: object) => pickers.person.options.safeParse(options).success
  for (const nothing of ["", null, undefined]) expect(isTaken({ jid: nothing, orgid: nothing })).toBe(true)
  for (const bad of [" ", "x", 0.5, [], {}]) {
    expect(isTaken({ jid: bad })).toBe(false)
    expect(isTaken({ orgid: bad })).toBe(false)
  }
})

test("[RANGE-1] a range is saved for departments or people, of which one is given", () => {
  const isTaken = (save: unknown) => pickers.range.options.safeParse({ save }).success
  expect(isTaken({ objectIds: ["1"], objectType: 1 })).toBe(true)
  expect(isTaken({ objectIds: ["1", "2"], objectType: 2 })).toBe(true)
  for (const bad of [
    { objectIds: [], objectType: 1 },
    { objectIds: ["1"], objectType: 3 },
    { objectIds: ["1"] },
    true,
  ])
    expect(isTaken(bad)).toBe(false)
})

test("[RANGE-1] [PICK-0] a result holds what was chosen and none of our additions", () => {
  const layer = { buildingId: "1", buildingName: "教学楼", layerId: "2", layerName: "1层" }
  expect(pickers.range.result.parse([{ ...layer, campusName: "东校区", keys: "1ceng 1c" }])).toEqual([layer])
  const area = { areaid: "330106", areaname: "文澜区" }
  expect(pickers.area.result.parse([{ ...area, ids: ["330100"] }])).toEqual([area])
})
