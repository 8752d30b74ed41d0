import { expect, test } from "vitest"
import { requirementIds, titlesWithIds } from "./requirements.mjs"

test("the ids are the first column of the page's tables", () => {
  const page = "| id | statement |\n|---|---|\n| DOM-1 | rows |\n| DOM-2 | see DOM-1 |\n\nDOM-9 is not one\n"
  expect(requirementIds(page)).toEqual(["DOM-1", "DOM-2"])
})

test("a title names its ids however it is written", () => {
  const source = [
    'test("[DOM-1][DOM-2] rows", () => {})',
    "it('[DOM-3] it\\'s quoted', () => {})",
    'test.each([1, 2])("[DOM-4] each", () => {})',
    'describe.runIf(isRoot)("[DOM-5] as root", () => {})',
    'test(\n  "[DOM-6] on the next line",\n  () => {},\n)',
    'expect("[DOM-7] is no title")',
    'test("no id", () => {})',
  ].join("\n")
  expect(titlesWithIds(source).map(({ ids }) => ids)).toEqual([
    ["DOM-1", "DOM-2"],
    ["DOM-3"],
    ["DOM-4"],
    ["DOM-5"],
    ["DOM-6"],
  ])
})
