import { expect, test } from "vitest"
import { searchKeys } from "./search-keys.ts"

test.each([
  ["王小明", "wangxiaoming", "wxm"],
  ["吕梁", "lvliang", "ll"],
  ["欧阳锋", "ouyangfeng", "oyf"],
  // The reading as a surname comes first: people are sorted by it.
  ["单田芳", "shantianfang dantianfang", "stf dtf"],
  ["曾国藩", "zengguofan cengguofan", "zgf cgf"],
  ["仇英", "qiuying chouying", "qy cy"],
])("[PERSON-1] the person %s is found by %s and %s", (name, pinyin, initials) => {
  expect(searchKeys(name, "person")).toEqual({ pinyin, initials })
})

test.each([
  ["西湖区教育局", "xihuqujiaoyuju", "xhqjyj"],
  ["重庆路小学", "chongqingluxiaoxue", "cqlxx"],
  ["音乐教室", "yinyuejiaoshi", "yyjs"],
  ["3号楼 A座（东）", "3haolouazuodong", "3hlazd"],
  ["", "", ""],
])("[PICK-9] the place %s is found by %s and %s", (name, pinyin, initials) => {
  expect(searchKeys(name)).toEqual({ pinyin, initials })
})
