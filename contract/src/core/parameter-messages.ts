/** DISTRICT-15: why a parameter would have no effect, where several nouns say the same. */
export const parameterMessages = {
  versionOfNew: "新增的条目尚无版本，请刷新后再试",
  startOfAnotherPage: "起始行与页码不一致，请只指定其中一个",
  sizeOfAnotherPage: "条数与每页条数不一致，请只指定其中一个",
  eitherStartOrCursor: "不能同时指定起始行和翻页位置",
  eitherOrderOrSort: "不能同时指定两种排序方式",
  eitherBeforeOrAfter: "不能同时指定向前和向后翻页的位置",
  organisationNotInArea: "所选单位不在所选区域内，请重新选择",
} as const
