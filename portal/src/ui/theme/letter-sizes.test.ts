import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { parse } from "postcss"
import { expect, test } from "vitest"

/** The banner is for browsers that know no `rem`. */
const isForOldest = (path: string) => path.endsWith("boot/banner.css")

/** Fields on a phone: `max(16px, 1rem)`, or an iPhone zooms into them. */
const isLeast = (value: string) => /^max\(16px, [\d.]+rem\)/.test(value)

test("[BROWSER-20] no style sheet says the size of letters in pixels: the browser's own size counts", () => {
  const found: string[] = []
  const sheets = readdirSync("portal/src", { recursive: true, encoding: "utf8" }).filter(
    (path) => path.endsWith(".css") && !isForOldest(path),
  )
  expect(sheets.length).toBeGreaterThan(50)
  for (const path of sheets)
    parse(readFileSync(join("portal/src", path), "utf8")).walkDecls(/^font(-size)?$/, ({ prop, value }) => {
      if (/\dpx/.test(value) && !isLeast(value)) found.push(`${path}: ${prop}: ${value}`)
    })
  expect(found).toEqual([])
})
