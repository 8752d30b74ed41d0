import { areaCalls, areaLimits, areaTypes, type Area } from "@uc/contract/areas/calls"
import { pickerMessages } from "@uc/contract/pickers/pickers"
import { idsOf } from "@uc/contract/core/wire"
import { screen, waitFor } from "@testing-library/react"
import { afterEach, expect, test, vi } from "vitest"
import { shownToasts } from "../../../platform/browser/toast.ts"
import AreaPicker from "./area-picker.tsx"
import { answering, Refused, serveFakes } from "../../../testing/fake-answers.ts"
import { shownPicker } from "../../../testing/fake-picker.tsx"

afterEach(() => void vi.unstubAllGlobals())

function area(areaid: string, areaname: string, ids: readonly string[], isParent = false): Area {
  return { areaid, areaname, ids: [...ids], isParent, dataType: areaTypes.county, nowOrgName: null }
}

const towns = Array.from({ length: 12 }, (_, at) => area(`${20 + at}`, `${at + 1}号镇`, ["1", "10"]))
const areas = [
  area("1", "安平市", [], true),
  area("10", "东城区", ["1"], true),
  area("11", "西城区", ["1"]),
  ...towns,
]

interface Fakes {
  readonly below?: (parent: string | null) => Area[] | Promise<Area[]>
  readonly named?: (name: string) => Area[] | Promise<Area[]>
}

function serveAreas({
  below = (parent) => areas.filter(({ ids }) => (ids.at(-1) ?? null) === parent),
  named = (name) => areas.filter(({ areaname }) => areaname.includes(name)),
}: Fakes = {}) {
  return serveFakes(
    answering(areaCalls.below, (sent) => below(sent.get("areaid"))),
    answering(areaCalls.found, (sent) => {
      const ids = sent.get("ids")
      if (ids === null) return named(sent.get("areaname") ?? "")
      return areas.filter(({ areaid }) => idsOf(ids).includes(areaid))
    }),
  )
}

test("[AREA-1] levels load one by one, areas are chosen separately, the eleventh is refused", async () => {
  const asked = serveAreas()
  const picker = shownPicker(AreaPicker, { defaults: towns.slice(0, 9).map(({ areaid }) => areaid) })
  await picker.open("安平市")
  await picker.row("西城区")
  expect((await picker.row("西城区")).hasAttribute("aria-expanded")).toBe(false)
  await picker.open("东城区")
  await picker.press("东城区")
  await picker.row("12号镇")
  expect(picker.rows().slice(0, 3)).toEqual(["安平市", "东城区✓", "1号镇✓"])
  await picker.press("10号镇")
  expect(picker.problem()).toBe("最多选择10条")
  expect(shownToasts().map(({ text }) => text)).not.toContain("最多选择10条")
  expect(picker.chosen()).toHaveLength(10)
  picker.confirm()
  expect(picker.onDone.mock.lastCall?.[0]?.at(-1)).toEqual({ areaid: "10", areaname: "东城区" })
  const below = asked.filter(({ path }) => path.endsWith(areaCalls.below.path))
  expect(below.map(({ sent }) => sent)).toEqual(["", "areaid=1", "areaid=10"])
})

test("[AREA-1] too few and too many are reported on confirming", async () => {
  serveAreas()
  const few = shownPicker(AreaPicker, { min: 2 })
  await few.press("安平市")
  few.confirm()
  expect(few.problem()).toBe("至少选择2个区域！")
  few.unmount()
  const many = shownPicker(AreaPicker, { defaults: ["10", "11", "404"], max: 1 })
  await many.row("安平市")
  expect(many.notices()).toEqual([pickerMessages.building.missingDefaults(1)])
  many.confirm()
  expect(many.problem()).toBe("最多选择1条")
  await many.press("安平市")
  expect(many.chosen()).toEqual(["安平市"])
})

test("[AREA-1] what is chosen survives searching and closing; what was open is open afterwards", async () => {
  serveAreas()
  const picker = shownPicker(AreaPicker, {})
  await picker.open("安平市")
  await picker.press("西城区")
  picker.search("2号镇")
  await waitFor(() => expect(picker.rows()).toEqual(["2号镇", "12号镇"]))
  expect(screen.getAllByText("安平市 / 东城区")).toHaveLength(2)
  await picker.press("2号镇")
  picker.search("没有这里")
  await screen.findByText("没有找到“没有这里”")
  picker.search("")
  await waitFor(() => expect(picker.rows()).toEqual(["安平市", "东城区", "西城区✓"]))
  expect(picker.chosen()).toEqual(["西城区", "2号镇"])
  await picker.open("东城区")
  await picker.row("2号镇")
  expect(picker.rows()).toContain("2号镇✓")
})

test("[AREA-1] a search that finds more than is shown says so", async () => {
  const many = Array.from({ length: areaLimits.found }, (_, at) => area(`${1000 + at}`, `${at}村`, ["1"]))
  serveAreas({ named: (name) => (name === "村" ? many : many.slice(1)) })
  const picker = shownPicker(AreaPicker, {})
  await picker.row("安平市")
  picker.search("村")
  await screen.findByText("仅显示前200项，请输入更完整的名称")
  picker.search("村庄")
  await waitFor(() => expect(screen.queryByText(/^仅显示前/)).toBeNull())
})

test("[AREA-1] a search that is answered after a later one changes nothing", async () => {
  const waiting = new Map<string, (found: Area[]) => void>()
  serveAreas({ named: (name) => new Promise((resolve) => void waiting.set(name, resolve)) })
  const picker = shownPicker(AreaPicker, {})
  await picker.row("安平市")
  picker.search("东")
  await waitFor(() => expect(waiting.has("东")).toBe(true))
  picker.search("西")
  await waitFor(() => expect(waiting.has("西")).toBe(true))
  waiting.get("西")?.(areas.filter(({ areaid }) => areaid === "11"))
  await waitFor(() => expect(picker.rows()).toEqual(["西城区"]))
  waiting.get("东")?.(areas.filter(({ areaid }) => areaid === "10"))
  picker.search("")
  await waitFor(() => expect(picker.rows()).toEqual(["安平市"]))
  // Neither is what was found for something else shown for this.
  waiting.clear()
  picker.search("东城")
  await waitFor(() => expect(waiting.has("东城")).toBe(true))
  expect(picker.rows()).toEqual([])
})

test("[PICK-0] a failed level, the first one too, says so in its place and can be retried", async () => {
  let isDown = true
  serveAreas({
    below: (parent) => {
      if (isDown) throw new Refused(parent === null ? "" : "区域服务正在维护")
      return areas.filter(({ ids }) => (ids.at(-1) ?? null) === parent)
    },
  })
  const picker = shownPicker(AreaPicker, {})
  await screen.findByText(pickerMessages.failed)
  isDown = false
  picker.click("重试")
  await picker.row("安平市")
  isDown = true
  await picker.open("安平市")
  await screen.findByText("区域服务正在维护")
  isDown = false
  await picker.press("区域服务正在维护，重试")
  await picker.row("东城区")
})

test("[PICK-0] circles and doubled areas in an answer are left out, with a notice", async () => {
  serveAreas({
    below: (parent) =>
      parent === null
        ? [areas[0] ?? area("1", "安平市", [])]
        : [area("1", "安平市", ["1"], true), area("10", "东城区", ["1"]), area("10", "又是东城区", ["1"])],
  })
  const picker = shownPicker(AreaPicker, {})
  await picker.open("安平市")
  await picker.row("东城区")
  expect(picker.rows()).toEqual(["安平市", "东城区"])
  await picker.press("安平市")
  await picker.press("东城区")
  expect(picker.chosen()).toEqual(["安平市", "东城区"])
  // The one that was dropped claimed to stand below itself.
  expect(screen.getAllByTitle("安平市").filter((hint) => hint.closest("li"))).toHaveLength(2)
  expect(picker.notices()).toEqual(["有1项数据循环引用，已忽略", "有1项数据编号重复，已忽略"])
})

test("[PICK-0] a chosen area that was removed leaves the list, and is counted", async () => {
  serveAreas({
    below: (parent) => areas.filter(({ areaid, ids }) => (ids.at(-1) ?? null) === parent && areaid !== "11"),
  })
  const picker = shownPicker(AreaPicker, { defaults: ["11", "10"] })
  await picker.row("安平市")
  expect(picker.chosen()).toEqual(["西城区", "东城区"])
  await picker.open("安平市")
  await picker.row("东城区")
  expect(picker.chosen()).toEqual(["东城区"])
  expect(picker.notices()).toEqual([pickerMessages.building.missingDefaults(1)])
})

test("[PICK-0] an empty tree says so, and nothing is confirmed before it is loaded", async () => {
  const waiting: ((found: Area[]) => void)[] = []
  serveAreas({ below: () => new Promise((resolve) => void waiting.push(resolve)) })
  const picker = shownPicker(AreaPicker, {})
  await waitFor(() => expect(waiting).toHaveLength(1))
  picker.confirm()
  expect(picker.onDone).not.toHaveBeenCalled()
  waiting[0]?.([])
  await screen.findByText("暂无区域")
  picker.confirm()
  expect(picker.onDone).toHaveBeenCalledExactlyOnceWith([])
})
