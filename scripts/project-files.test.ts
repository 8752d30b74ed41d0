import { expect, test } from "vitest"
import { ignoredBy, projectFiles } from "./project-files.mjs"

test("[BARE-1] the files of the project are found without git", () => {
  const files = projectFiles()
  expect(files).toContain("package.json")
  expect(files).toContain("scripts/project-files.mjs")
  expect(files.filter((path) => path.includes("node_modules/") || path.startsWith(".git/"))).toEqual([])
})

test("folders and endings in .gitignore are left out", () => {
  const isIgnored = ignoredBy("dist/\n/data/\n*.log\n")
  expect(isIgnored("dist", true)).toBe(true)
  expect(isIgnored("portal/dist", true)).toBe(true)
  expect(isIgnored("data", true)).toBe(true)
  expect(isIgnored("portal/src/ui/data", true)).toBe(false)
  expect(isIgnored("dist", false)).toBe(false)
  expect(isIgnored("a.log", false)).toBe(true)
  expect(isIgnored("a.ts", false)).toBe(false)
})

test("a line of .gitignore that is not understood is refused", () => {
  expect(() => ignoredBy("/docs/**/x\n")).toThrow("does not understand")
})
