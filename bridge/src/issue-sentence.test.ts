import { expect, test } from "vitest"
import { invocationOf } from "./invocation.ts"

test.each([
  ["person", { max: "三" }, "max：应为数字"],
  ["person", { max: 1.5 }, "max：应为整数"],
  ["person", { max: -1 }, "max：不能少于1"],
  ["person", { max: 1e9 }, "max：不能多于100000"],
  ["person", { max: true }, "max：应为数字"],
  ["person", { defaults: "1" }, "defaults：应为列表"],
  ["person", { title: 3 }, "title：应为文字"],
  ["person", 7, "应为对象"],
  ["person", { size: { width: 1, height: 900 } }, "size.width：不能少于480"],
  ["person", { size: { width: 900 } }, "size.height：不能缺少"],
  ["range", { save: "x" }, "save：应为对象"],
])("[PICK-0][DLG-5] openPicker(%j, %j) is refused with a Chinese sentence", (name, options, sentence) => {
  expect(invocationOf("openPicker", [name, options]).sentence).toBe(sentence)
})

test("[DLG-5] so is every other helper", () => {
  const sentences = [
    invocationOf("navigate", [3]),
    invocationOf("setTitle", [["x"]]),
    invocationOf("setTitle", ["x".repeat(60)]),
    invocationOf("openDrawer", ["person", {}]),
    invocationOf("openPicker", ["person", { orgid: {} }]),
    invocationOf("openPicker", ["person", { defaults: [{}] }]),
    invocationOf("startMonitor", [{ intervalMs: 1 }]),
  ].map(({ sentence }) => sentence)
  for (const sentence of sentences) expect(sentence).toMatch(/^(?:[\w.]+：)?[\p{Script=Han}\d，、（）]+$/u)
})
