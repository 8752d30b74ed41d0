import { buildingCalls, rangeObjectTypes, type BuildingLayer } from "@uc/contract/buildings/calls"
import { pickerMessages } from "@uc/contract/pickers/pickers"
import { waitFor } from "@testing-library/react"
import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { forgetUser, keepUser } from "../../../platform/session/session.ts"
import { someUser } from "../../../testing/some-user.ts"
import { answering, Refused, serveFakes } from "../../../testing/fake-answers.ts"
import { shownPicker } from "../../../testing/fake-picker.tsx"
import RangePicker from "./range-picker.tsx"

beforeEach(() => keepUser(someUser))
afterEach(() => {
  forgetUser()
  vi.unstubAllGlobals()
})

function layer(building: number, number: number): BuildingLayer {
  return {
    buildingId: `${building}`,
    buildingName: `${building}号楼`,
    layerId: `${building}0${number}`,
    layerName: `${building}号楼${number}层`,
    campusName: null,
    keys: "",
  }
}
const layers = [layer(1, 1), layer(1, 2), layer(2, 1)]

type Saved = Record<string, never>

function serveLayers(save: () => Saved | Promise<Saved> = () => ({})) {
  return serveFakes(
    answering(buildingCalls.layersOfDepartment, () => layers),
    answering(buildingCalls.saveRelation, save),
  )
}

test("[RANGE-1] a building stands for all of its layers; the result is layers", async () => {
  const asked = serveLayers()
  const picker = shownPicker(RangePicker, { departmentid: "9" })
  await picker.press("1号楼")
  expect(picker.rows()).toEqual(["1号楼✓", "1号楼1层✓", "1号楼2层✓", "2号楼", "2号楼1层"])
  expect(picker.chosen()).toEqual(["1号楼1层", "1号楼2层"])
  await picker.press("1号楼1层")
  expect(picker.rows()[0]).toBe("1号楼-")
  await picker.press("2号楼1层")
  picker.confirm()
  const [, second, third] = layers.map(({ keys: _keys, campusName: _campus, ...rest }) => rest)
  await waitFor(() => expect(picker.onDone).toHaveBeenCalledExactlyOnceWith([second, third]))
  expect(asked.map(({ sent }) => sent)).toEqual(["departmentid=9"])
})

test("[RANGE-1] two buildings of one name are told apart by their campus, also among the chosen", async () => {
  const on = (building: number, campusName: string) => {
    return { ...layer(building, 1), buildingName: "教学楼", campusName }
  }
  const lone = { ...layer(9, 1), campusName: "东校区" }
  serveFakes(answering(buildingCalls.layersOfDepartment, () => [on(1, "东校区"), on(2, "西校区"), lone]))
  const picker = shownPicker(RangePicker, {})
  await picker.press("9号楼")
  const hints = [...document.querySelectorAll("[role=treeitem]")].map((row) => {
    return document.getElementById(row.getAttribute("aria-describedby") ?? "")?.textContent
  })
  expect(hints).toEqual(["东校区", undefined, "西校区", undefined, undefined, undefined])
  await picker.press("2号楼1层")
  const list = document.querySelector("[aria-label=已选列表]")?.textContent
  expect(list).toBe("9号楼1层9号楼2号楼1层西校区 / 教学楼")
})

test("[RANGE-1] with `save` confirming saves the range; a failure keeps the choice", async () => {
  let isDown = true
  const asked = serveLayers(() => {
    if (isDown) throw new Refused("没有权限访问该数据")
    return {}
  })
  const picker = shownPicker(RangePicker, {
    defaults: ["101", "201", "404"],
    save: { objectIds: ["5", "6"], objectType: rangeObjectTypes.person },
  })
  await picker.row("1号楼")
  expect(picker.notices()).toEqual([pickerMessages.building.missingDefaults(1)])
  picker.confirm()
  await waitFor(() => expect(picker.problem()).toBe("没有权限访问该数据"))
  expect(picker.onDone).not.toHaveBeenCalled()
  expect(picker.chosen()).toEqual(["1号楼1层", "2号楼1层"])
  isDown = false
  picker.confirm()
  await waitFor(() => expect(picker.onDone).toHaveBeenCalledOnce())
  expect(asked.at(-1)).toEqual({
    path: `/usercenter${buildingCalls.saveRelation.path}`,
    sent: "layerIds=101%2C201&objectIds=5%2C6&objectType=2&orgid=10",
  })
})

test("[RANGE-1][DLG-3] nothing closes the picker during a save: the opener gets what was saved", async () => {
  let answer: (saved: Saved) => void = () => undefined
  const asked = serveLayers(
    () =>
      new Promise((resolve) => {
        answer = resolve
      }),
  )
  const onSaving = vi.fn<(isSaving: boolean) => void>()
  const save = { objectIds: ["5"], objectType: rangeObjectTypes.person }
  const picker = shownPicker(RangePicker, { defaults: ["101"], save }, { onSaving })
  await picker.row("1号楼")
  picker.confirm()
  await waitFor(() => expect(asked).toHaveLength(2))
  expect(onSaving).toHaveBeenLastCalledWith(true)
  picker.click("取消")
  picker.click("关闭")
  expect(picker.onDone).not.toHaveBeenCalled()
  answer({})
  await waitFor(() => expect(picker.onDone).toHaveBeenCalledOnce())
  expect(picker.onDone.mock.lastCall?.[0]).toMatchObject([{ layerId: "101" }])
  expect(onSaving).toHaveBeenLastCalledWith(false)
})

test("[RANGE-1] required and disabled layers, min and max", async () => {
  serveLayers()
  const picker = shownPicker(RangePicker, { required: ["101"], disabled: ["102"], min: 2, max: 2 })
  await picker.press("1号楼")
  expect(picker.chosen()).toEqual(["1号楼1层"])
  picker.confirm()
  expect(picker.problem()).toBe(pickerMessages.tooFew(2))
  await picker.press("2号楼")
  picker.click("清空")
  expect(picker.chosen()).toEqual(["1号楼1层"])
  picker.unmount()

  const many = shownPicker(RangePicker, { max: 2 })
  await many.press("1号楼")
  await many.press("2号楼")
  many.confirm()
  expect(many.problem()).toBe("最多只能选择2个，当前已选择3个")
  many.unmount()

  const one = shownPicker(RangePicker, { max: 1 })
  await one.press("1号楼")
  expect(one.problem()).toBe("不能选择该层级")
  await one.press("1号楼2层")
  await one.press("2号楼1层")
  expect(one.chosen()).toEqual(["2号楼1层"])
})

test("[DISTRICT-10] a picker that saves opens with what was saved", async () => {
  const asked = serveFakes(
    answering(buildingCalls.layersOfDepartment, () => layers),
    answering(buildingCalls.relations, () => [{ objectId: "9", layers: layers.slice(1) }]),
  )
  const save = { objectIds: ["9"], objectType: rangeObjectTypes.department }
  const picker = shownPicker(RangePicker, { departmentid: "9", orgid: "10", save })
  await picker.row("1号楼")
  expect(picker.chosen()).toEqual(["1号楼2层", "2号楼1层"])
  // Out of all layers: a department's range could never be widened out of itself.
  expect(asked.map(({ sent }) => sent).toSorted()).toEqual(["objectIds=9&objectType=1&orgid=10", "orgid=10"])
})

test("[DISTRICT-10] several with unequal ranges open with what they share, and that is said", async () => {
  serveFakes(
    answering(buildingCalls.layersOfDepartment, () => layers),
    answering(buildingCalls.relations, () => [
      { objectId: "5", layers: layers.slice(0, 2) },
      { objectId: "6", layers: layers.slice(1) },
    ]),
  )
  const save = { objectIds: ["5", "6"], objectType: rangeObjectTypes.person }
  const picker = shownPicker(RangePicker, { save })
  await picker.row("1号楼")
  expect(picker.chosen()).toEqual(["1号楼2层"])
  expect(picker.notices()).toEqual([pickerMessages.range.unequal])
})

test("[DISTRICT-10] a saved range that does not come is told, and nothing can be confirmed", async () => {
  serveFakes(
    answering(buildingCalls.layersOfDepartment, () => layers),
    answering(buildingCalls.relations, () => {
      throw new Refused("没有权限访问该数据")
    }),
  )
  const save = { objectIds: ["5"], objectType: rangeObjectTypes.person }
  const picker = shownPicker(RangePicker, { save })
  await waitFor(() => expect(document.body.textContent).toContain("没有权限访问该数据"))
  picker.confirm()
  expect(picker.onDone).not.toHaveBeenCalled()
})
