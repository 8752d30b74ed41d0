import { readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, test } from "vitest"
import { root } from "./prepare.mjs"

const read = (path: string) => readFileSync(join(root, path), "utf8")

test("[LAYOUT-7] the page kit's guide has the examples that are compiled and run", () => {
  const example = read("portal/src/page-kit/example.test.tsx")
  const run = [...example.matchAll(/^\/\/ example: \w+\n([\s\S]*?)^\/\/ end$/gm)].map(([, code]) => code)
  const shown = [...read("portal/src/page-kit/README.md").matchAll(/^```tsx\n([\s\S]*?)^```$/gm)]
  expect(shown.length).toBe(2)
  expect(shown.map(([, code]) => code)).toEqual(run)
})
