import { buildingCalls, buildingTypes, type BuildingNode } from "@uc/contract/buildings/calls"
import { pickerMessages } from "@uc/contract/pickers/pickers"
import { idsOf } from "@uc/contract/core/wire"
import { screen, waitFor } from "@testing-library/react"
import { afterEach, expect, test, vi } from "vitest"
import { shownToasts } from "../../../platform/browser/toast.ts"
import BuildingPicker from "./building-picker.tsx"
import { answering, Refused, serveFakes } from "../../../testing/fake-answers.ts"
import { shownPicker } from "../../../testing/fake-picker.tsx"

afterEach(() => void vi.unstubAllGlobals())

type Fields = Pick<BuildingNode, "id" | "buildingname" | "ids"> & { readonly childCount?: number }

function node({ id, buildingname, ids, childCount = 0 }: Fields): BuildingNode {
  return {
    id,
    buildingname,
    ids,
    childCount,
    childList: null,
    type: buildingTypes.building,
    parentId: ids.at(-1) ?? null,
    isLeaf: childCount === 0,
  }
}

const campus = [
  node({ id: "1", buildingname: "南校区", ids: [], childCount: 2 }),
  node({ id: "2", buildingname: "教学楼", ids: ["1"], childCount: 3 }),
  node({ id: "3", buildingname: "图书馆", ids: ["1"] }),
  node({ id: "4", buildingname: "一层", ids: ["1", "2"] }),
  node({ id: "5", buildingname: "二层", ids: ["1", "2"] }),
  node({ id: "6", buildingname: "三层", ids: ["1", "2"] }),
]

function serveCampus({
  tree = (parent: string | null) => campus.filter((one) => one.parentId === parent),
} = {}) {
  return serveFakes(
    answering(buildingCalls.tree, (sent) => tree(sent.get("parentId"))),
    answering(buildingCalls.treeByParams, (sent) => {
      const wanted = sent.get("ids")
      const name = sent.get("buildingname")
      return campus.filter(({ id, buildingname }) =>
        wanted === null ? buildingname.includes(name ?? "") : idsOf(wanted).includes(id),
      )
    }),
  )
}

const toasts = () => shownToasts().map(({ text }) => text)

test("[BUILD-1] [BUILD-2] [BUILD-4] children of a chosen parent load checked; unchecking one lists the others", async () => {
  const asked = serveCampus()
  const picker = shownPicker(BuildingPicker, { orgid: "7" })
  await picker.press("南校区")
  expect(picker.chosen()).toEqual(["南校区"])
  await picker.open("南校区")
  await picker.open("教学楼")
  await picker.row("三层")
  expect(picker.rows()).toEqual(["南校区✓", "教学楼✓", "一层✓", "二层✓", "三层✓", "图书馆✓"])
  await picker.press("二层")
  expect(picker.chosen()).toEqual(["一层", "三层", "图书馆"])
  expect(picker.rows()).toEqual(["南校区-", "教学楼-", "一层✓", "二层", "三层✓", "图书馆✓"])
  await picker.press("二层")
  expect(picker.rows().slice(0, 2)).toEqual(["南校区✓", "教学楼✓"])
  // Checked because all its children are, so unchecked with all of them.
  await picker.press("教学楼")
  expect(picker.chosen()).toEqual(["图书馆"])
  picker.confirm()
  expect(picker.onDone).toHaveBeenCalledExactlyOnceWith([
    { id: "3", buildingname: "图书馆", type: buildingTypes.building, parentId: "1", ids: ["1"] },
  ])
  expect(asked.map(({ path }) => path)).not.toContain(`/newusercenter${buildingCalls.treeByParams.path}`)
  expect(asked.every(({ sent }) => sent.includes("orgid=7"))).toBe(true)
})

test("[BUILD-2] [BUILD-4] unchecking a search hit below a chosen, unopened parent lists its siblings", async () => {
  serveCampus()
  const picker = shownPicker(BuildingPicker, { defaults: ["1"] })
  await picker.row("南校区")
  picker.search("二层")
  await waitFor(() => expect(picker.rows()).toEqual(["二层✓"]))
  expect(screen.getByText("南校区 / 教学楼")).toBeDefined()
  await picker.press("二层")
  await waitFor(() => expect(picker.chosen()).toEqual(["一层", "三层", "图书馆"]))
  expect(picker.rows()).toEqual(["二层"])
  picker.search("")
  await waitFor(() => expect(picker.rows()).toEqual(["南校区-"]))
  picker.confirm()
  expect(picker.onDone.mock.lastCall?.[0]?.map(({ id }) => id)).toEqual(["4", "6", "3"])
})

test("[BUILD-2] a default deep in the tree marks its ancestors before they are opened", async () => {
  serveCampus()
  const picker = shownPicker(BuildingPicker, { defaults: ["4", "5", "6", "3"] })
  await picker.row("南校区")
  expect(picker.rows()).toEqual(["南校区✓"])
  picker.click("移除图书馆")
  expect(picker.rows()).toEqual(["南校区-"])
})

test("[BUILD-2] [PICK-0] children that can't be had leave the choice as it was, and say so", async () => {
  serveCampus({
    tree: (parent) => {
      if (parent === null) return campus.slice(0, 1)
      throw new Refused("建筑数据正在维护")
    },
  })
  const picker = shownPicker(BuildingPicker, { defaults: ["1"] })
  await picker.row("南校区")
  picker.search("二层")
  await waitFor(() => expect(picker.rows()).toEqual(["二层✓"]))
  await picker.press("二层")
  await waitFor(() => expect(picker.problem()).toBe("建筑数据正在维护"))
  expect(picker.chosen()).toEqual(["南校区"])
  expect(toasts()).not.toContain("建筑数据正在维护")
})

test("[BUILD-3] too many are refused on confirming; missing defaults are counted", async () => {
  serveCampus()
  const picker = shownPicker(BuildingPicker, { defaults: ["4", "5", "6", "98", "99"], max: 2 })
  await picker.row("南校区")
  expect(screen.getByText(pickerMessages.building.missingDefaults(2))).toBeDefined()
  picker.confirm()
  expect(picker.problem()).toBe("最多只能选择2个，当前已选择3个")
  expect(toasts()).not.toContain("最多只能选择2个，当前已选择3个")
  expect(picker.onDone).not.toHaveBeenCalled()
  picker.click("移除一层")
  expect(picker.problem()).toBe("")
  picker.confirm()
  expect(picker.onDone).toHaveBeenCalledOnce()
})

test("[BUILD-3] max 1: a click replaces the choice; other levels are refused", async () => {
  serveCampus()
  const picker = shownPicker(BuildingPicker, { max: 1, level: 1 })
  await picker.open("南校区")
  await picker.press("教学楼")
  expect(picker.chosen()).toEqual(["教学楼"])
  await picker.press("图书馆")
  expect(picker.chosen()).toEqual(["图书馆"])
  expect((await picker.row("图书馆")).hasAttribute("aria-checked")).toBe(false)
  await picker.press("南校区")
  expect(picker.problem()).toBe("不能选择该层级")
  picker.search("二层")
  await waitFor(() => expect(picker.rows()).toEqual(["二层"]))
  await picker.press("二层")
  expect(picker.chosen()).toEqual(["图书馆"])
})

test("[BUILD-1] clearing keeps the required; a parent of a disabled node can't be chosen", async () => {
  serveCampus()
  const picker = shownPicker(BuildingPicker, { defaults: ["6"], required: ["3"], disabled: ["5"] })
  await picker.press("南校区")
  expect(picker.problem()).toContain("不可选择")
  await picker.open("南校区")
  await picker.open("教学楼")
  const disabled = await picker.row("二层")
  expect(disabled.getAttribute("aria-disabled")).toBe("true")
  await picker.press("二层")
  await picker.press("图书馆")
  await picker.press("一层")
  expect(picker.chosen()).toEqual(["图书馆", "三层", "一层"])
  picker.click("清空")
  expect(picker.chosen()).toEqual(["图书馆"])
  expect(picker.hasButton("移除图书馆")).toBe(false)
})
