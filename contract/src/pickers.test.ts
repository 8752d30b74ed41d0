import { describe, expect, test } from "vitest"
import { pickerLimits, pickers } from "./pickers.ts"

describe.each(Object.entries(pickers))("the picker %s", (_name, { options }) => {
  test("[PICK-0] takes defaults, min, max, title, size, required and disabled, and needs none of them", () => {
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
    expect(options.safeParse({ [key]: ids(pickerLimits.defaults) }).success).toBe(true)
    for (const bad of [ids(pickerLimits.defaults + 1), ["x"], "1", [1]])
      expect(options.safeParse({ [key]: bad }).success).toBe(false)
  })
})

test("[RANGE-1] a range is saved for departments or people, and not for nobody", () => {
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
  expect(pickers.range.result.parse([{ ...layer, keys: "1ceng 1c" }])).toEqual([layer])
  const area = { areaid: "330106", areaname: "文澜区" }
  expect(pickers.area.result.parse([{ ...area, ids: ["330100"] }])).toEqual([area])
})
