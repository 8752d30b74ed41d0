import { loginFaces } from "@uc/contract/login-faces"
import { expect, test } from "vitest"
import { actionInWords, faceInWords, moduleInWords, outcomeInWords, reasonInWords } from "./log-words.ts"

const chinese = /^[\u4e00-\u9fff]+$/

test("[SHELL-1] every login face has its words", () => {
  for (const face of Object.keys(loginFaces)) expect(faceInWords(face)).toMatch(chinese)
})

test("what a log holds and no table knows is shown as it is", () => {
  expect(actionInWords("session.changePassword")).toBe("修改密码")
  expect(actionInWords("people.retired")).toBe("people.retired")
  expect(reasonInWords("full moon")).toBe("full moon")
  expect(moduleInWords("password")).toBe("修改密码")
  expect(moduleInWords("unheard-of")).toBe("unheard-of")
  expect(outcomeInWords("half").words).toBe("half")
  // Names that every object has are no words of the table.
  expect(actionInWords("constructor")).toBe("constructor")
  expect(outcomeInWords("toString").words).toBe("toString")
})
