import { z } from "zod"
import { Area } from "../areas/calls.ts"
import { BuildingLayer, BuildingNode, RangeObjectType } from "../buildings/calls.ts"
import { DepartmentNode } from "../departments/calls.ts"
import { GridNode } from "../grids/calls.ts"
import { Menu } from "../menus/calls.ts"
import { Module } from "../modules/calls.ts"
import { PersonNode } from "../people/calls.ts"
import { LenientId, lenientInt, notGivenIfEmpty } from "../core/lenient.ts"
import { text, ZeroOne } from "../core/wire.ts"

/** DLG-1: the key of a dialog whose opener names none. */
export const defaultDialogKey = 1

export const pickerLimits = {
  defaults: 1000,
  max: 100_000,
  title: 50,
  sizePx: 4000,
  /** In a smaller window a person would not see what they confirm. */
  leastWidthPx: 480,
  leastHeightPx: 400,
} as const

const amount = (least: number) => notGivenIfEmpty(lenientInt(z.int().min(least).max(pickerLimits.max)))
const ids = notGivenIfEmpty(z.array(LenientId).max(pickerLimits.defaults))
const oneId = notGivenIfEmpty(LenientId)
const zeroOne = notGivenIfEmpty(ZeroOne)
const level = notGivenIfEmpty(lenientInt(z.int().min(0).max(20)))
const pixels = (least: number) => lenientInt(z.int().max(pickerLimits.sizePx).min(least))
const size = z.object({
  width: pixels(pickerLimits.leastWidthPx),
  height: pixels(pickerLimits.leastHeightPx),
})

/** PICK-0: what every picker takes. Without `max` there is no limit, unless the picker has one of its own. */
const common = {
  /** The ids of what is chosen already. */
  defaults: ids,
  /** Chosen, and can't be taken away. */
  required: ids,
  /** Shown, and can't be chosen. */
  disabled: ids,
  min: amount(0),
  max: amount(1),
  title: notGivenIfEmpty(text(pickerLimits.title)),
  size: notGivenIfEmpty(size),
}

interface Bounds {
  readonly min?: number | undefined
  readonly max?: number | undefined
  readonly required?: readonly string[] | undefined
}

interface Entry {
  readonly max: number | null
  readonly options: z.ZodType<Bounds>
}

/** PICK-0: a picker that nobody could confirm is not opened. One with more defaults than `max` is: the person removes some. */
function picker<const E extends Entry>(entry: E): E {
  const options = entry.options.check(({ value, issues }) => {
    const { min = 0, max = entry.max, required } = value
    if (max === null) return
    const refuse = (option: keyof Bounds, message: string) =>
      issues.push({ code: "custom", path: [option], message, input: value })
    if (min > max) refuse("min", pickerMessages.minAboveMax(max))
    if (new Set(required).size > max) refuse("required", pickerMessages.requiredAboveMax(max))
  })
  return { ...entry, options }
}

/** Without `orgid`, each asks about the user's own organisation. */
const organisation = { orgid: oneId }

/** PERSON-3: an older page may pass an empty id of its user; the picker says so. */
const IdOrNothing = z.union([z.literal(""), LenientId]).nullish()
const whose = { orgid: IdOrNothing, jid: IdOrNothing }

/**
 * The eight pickers by name. `max` null: no default; `size` null: as large as its content wants. A picker's result is a
 * list also where one thing is chosen, and null when it was closed without a choice.
 */
export const pickers = {
  area: picker({
    key: 997,
    title: "选择区域",
    max: 10,
    size: null,
    options: z.object(common),
    result: z.array(Area.pick({ areaid: true, areaname: true })),
  }),
  person: picker({
    key: 998,
    title: "选择人员",
    max: null,
    size: null,
    /** PERSON-3: whose organisation and posts are shown; where they are not named, the current user's. */
    options: z.object({ ...common, ...whose }),
    result: z.array(PersonNode.pick({ id: true, label: true })),
  }),
  range: picker({
    key: 999,
    title: "选择范围",
    max: null,
    size: null,
    options: z.object({
      ...common,
      ...organisation,
      departmentid: oneId,
      /** RANGE-1: whose range is saved when it is confirmed; without it the caller saves. */
      save: notGivenIfEmpty(
        z.object({
          objectIds: z.array(LenientId).min(1).max(pickerLimits.defaults),
          objectType: RangeObjectType,
        }),
      ),
    }),
    result: z.array(BuildingLayer.omit({ keys: true, campusName: true })),
  }),
  department: picker({
    key: 1000,
    title: "选择部门",
    max: null,
    size: null,
    /** `canEdit`: also add, rename and remove, where the user may. */
    options: z.object({ ...common, ...organisation, canEdit: notGivenIfEmpty(z.boolean()) }),
    result: z.array(DepartmentNode.pick({ id: true, name: true })),
  }),
  menu: picker({
    key: 1001,
    title: "选择菜单",
    max: 1,
    size: null,
    options: z.object({ ...common, departmentid: oneId }),
    result: z.array(Menu.pick({ value: true, text: true })),
  }),
  module: picker({
    key: 1002,
    title: "选择模块",
    max: 1,
    size: null,
    options: z.object({ ...common, identifier: notGivenIfEmpty(text(64)), ifAll: zeroOne }),
    result: z.array(Module.pick({ id: true, name: true })),
  }),
  building: picker({
    key: 1003,
    title: "选择建筑",
    max: null,
    size: null,
    /** `level`: with max 1, only nodes this deep can be chosen; 0 is the top (BUILD-3). */
    options: z.object({ ...common, ...organisation, level }),
    result: z.array(
      BuildingNode.pick({ id: true, buildingname: true, type: true, parentId: true, ids: true }),
    ),
  }),
  grid: picker({
    key: 1004,
    title: "选择网格",
    max: null,
    size: { width: 800, height: 550 },
    /** `selectLevel`: deeper levels are cut off (GRID-2). */
    options: z.object({
      ...common,
      ...organisation,
      level,
      selectLevel: level,
      ifCallBackSpaceName: zeroOne,
    }),
    result: z.array(GridNode.pick({ id: true, name: true })),
  }),
} as const

export type PickerName = keyof typeof pickers
/** The options after they were checked. */
export type PickerOptions<N extends PickerName> = z.output<(typeof pickers)[N]["options"]>

/** One of them, with the options that are its own. */
export type AnyPicker = {
  readonly [N in PickerName]: { readonly name: N; readonly options: PickerOptions<N> }
}[PickerName]
export type PickerResult<N extends PickerName> = z.output<(typeof pickers)[N]["result"]>

const wrongLevel = "不能选择该层级"
const overMax = (max: number, chosen: number) => `最多只能选择${max}个，当前已选择${chosen}个`
const missingDefaults = (count: number) => `有${count}条数据不存在`

/** The sentences of section 5, with their own punctuation each. */
export const pickerMessages = {
  /** PICK-0: a failed call without a sentence of the server's. */
  failed: "请求出错，请重试！",
  /** PICK-0: below `min`, for pickers that the specification gives no sentence of their own. */
  tooFew: (min: number) => `至少选择${min}个`,
  /** For the opener of a picker that nobody could confirm. */
  minAboveMax: (max: number) => `不能大于最多可选的数量（${max}）`,
  requiredAboveMax: (max: number) => `必选的不能多于最多可选的数量（${max}）`,
  area: {
    tooMany: (max: number) => `最多选择${max}条`,
    tooFew: (min: number) => `至少选择${min}个区域！`,
  },
  person: {
    none: "请选择人员！",
    tooFew: (min: number) => `至少选择${min}人`,
    tooMany: (max: number) => `最多可以选择${max}人`,
    userMissing: "缺少用户信息参数",
    missingDefaults,
  },
  department: {
    none: "请选择数据",
    tooFew: (min: number) => `至少选择${min}个部门`,
    onlyOne: "最多选择一个",
    tooMany: (max: number) => `最多选择${max}个`,
    missingDefaults,
  },
  range: { unequal: "所选对象目前的范围不一致，保存后将统一为这里勾选的楼层" },
  menu: { none: "请选择一个菜单!" },
  module: { none: "至少选择一个模块!", tooMany: (max: number) => `最多选择${max}个模块!` },
  building: { overMax, wrongLevel, missingDefaults },
  grid: { full: (max: number) => `最多只能选择${max}个`, overMax, wrongLevel, missingDefaults },
} as const
