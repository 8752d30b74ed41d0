import { expect, test } from "vitest"
import { hazardCalls } from "../hazards/calls.ts"
import { taskCalls } from "../tasks/calls.ts"
import { shownText } from "./shown-name.ts"

test.each(["", " ", "\u200b", "\u200b \u2060", "\u3164", "\u2800", "\ufeff\u00ad"])(
  "[DAY-6] a title without a visible character is refused: %j",
  (title) => {
    expect(shownText(10, "请填写名称").safeParse(title).error?.issues[0]?.message).toBe("请填写名称")
  },
)

test("[DAY-6] a hazard's title and place and a task's title must be visible", () => {
  const { title, place } = hazardCalls.report.input.shape
  const shapes = [title, place, taskCalls.create.input.shape.title]
  expect(shapes.map((shape) => shape.safeParse("\u200b").success)).toEqual([false, false, false])
  expect(shapes.map((shape) => shape.safeParse(" 三楼 👨‍👩‍👧 ").data)).toEqual(Array(3).fill("三楼 👨‍👩‍👧"))
})
