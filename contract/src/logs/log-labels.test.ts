import { expect, test } from "vitest"
import { loginVariants } from "../login/login-variants.ts"
import {
  actionLabel,
  formatChange,
  variantLabel,
  moduleLabel,
  reasonLabel,
  resultLabel,
} from "./log-labels.ts"

const chinese = /^[\u4e00-\u9fff]+$/

test("[SHELL-1] every login variant has its words", () => {
  for (const variant of Object.keys(loginVariants)) expect(variantLabel(variant)).toMatch(chinese)
})

test("what a log holds and no table knows is shown as it is", () => {
  expect(actionLabel("session.changePassword")).toBe("修改密码")
  expect(actionLabel("people.retired")).toBe("people.retired")
  expect(reasonLabel("full moon")).toBe("full moon")
  expect(moduleLabel("password")).toBe("修改密码")
  expect(moduleLabel("unheard-of")).toBe("unheard-of")
  expect(resultLabel("half")).toBe("half")
  // Names that every object has are no words of the table.
  expect(actionLabel("constructor")).toBe("constructor")
  expect(resultLabel("toString")).toBe("toString")
})

test("[DOM-7] a change is shown with the values before and after", () => {
  const before = { name: "办公", domainIp: "oa.cn", helpers: ["picker", "user"] }
  const after = { name: "办公", helpers: ["reauth", "unheard-of"], domainIp: "https://oa.cn" }
  const words = ["办公，oa.cn，选择窗口、当前用户", "办公，https://oa.cn，身份验证、unheard-of"]
  expect(formatChange({ before, after })).toEqual([`原：${words[0]}`, `现：${words[1]}`])
  expect(formatChange({ before: null, after })).toEqual([`新增：${words[1]}`])
  expect(formatChange({ before, after: null })).toEqual([`删除：${words[0]}`])
  expect(formatChange({ before: null, after: { odd: { deep: 1 } } })).toEqual(["新增：—"])
})

test("[HOME-5] an audience is shown in words, without ids of rows", () => {
  const before = {
    id: "280001046",
    name: "教育部",
    parentId: "7",
    isPublic: false,
    isShared: true,
    version: 1,
  }
  const after = { ...before, isPublic: true, isShared: false, isOdd: true, version: 2 }
  expect(formatChange({ before, after })).toEqual(["原：教育部，下级可见", "现：教育部，对外公开"])
})
