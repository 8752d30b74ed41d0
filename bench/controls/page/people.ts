export interface Person {
  readonly key: string
  readonly name: string
  readonly school: string
  readonly day: string
  readonly isActive: boolean
}

const digits = ["一", "二", "三", "四", "五", "六", "七", "八", "九", "十"]

/** As many as a district has. The one with Latin letters is there for keys that a keyboard has without an input method. */
export const schools: readonly (readonly [string, string])[] = [
  ...digits.map((digit, at) => [`m${at}`, `市第${digit}中学`] as const),
  ["kq", "Kangqiao 国际学校"],
  ...["东城", "西湖", "南山", "北岭", "江滨"].flatMap((place, at) =>
    digits.map((digit, no) => [`p${at}-${no}`, `${place}第${digit}小学`] as const),
  ),
]

export const schoolName = (key: string) => schools.find(([other]) => other === key)?.[1] ?? ""

const families = ["张", "王", "李", "赵", "陈"]
const given = ["敏", "强", "丽华", "志远"]

export const people: readonly Person[] = families.flatMap((family, at) =>
  given.map((name, no) => ({
    key: `${at}-${no}`,
    name: family + name,
    school: schools[(at * 7 + no * 3) % schools.length]?.[0] ?? "m0",
    day: `2026-0${at + 1}-1${no}`,
    isActive: no !== 3,
  })),
)

/** The menu of a row, the same in all variants. */
export const rowActions = [
  ["view", "查看详情"],
  ["edit", "编辑"],
  ["pdf", "PDF 下载"],
  ["stop", "停用"],
  ["delete", "删除"],
] as const
export type RowAction = (typeof rowActions)[number][0]

/** The menu inside of the dialog. */
export const templates = [
  ["teacher", "教师"],
  ["office", "行政人员"],
] as const
