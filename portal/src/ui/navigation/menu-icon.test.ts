import { expect, test } from "vitest"
import { menuIcon } from "./menu-icon.ts"

test.each([
  ["people", "people"],
  ["TeamOutlined", "people"],
  ["setting", "gear"],
  ["constructor", "page"],
  ["", "page"],
  [null, "page"],
] as const)("the icon name %s is drawn as %s", (name, drawing) => {
  expect(menuIcon(name, "page")).toBe(drawing)
})
