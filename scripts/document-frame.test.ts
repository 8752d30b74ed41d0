import { readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, test } from "vitest"
import { sheetBehindPage, withoutSpaces } from "../portal/build/document-frame.ts"
import { root } from "./prepare.mjs"

test("[OPS-9] the style sheet stands behind the page, where it does not hold back the first paint", () => {
  const html = `<head>\n    <link rel="stylesheet" crossorigin href="/a.css">\n</head><div></div><!-- style sheet -->`
  expect(sheetBehindPage(html)).toBe(
    `<head>\n</head><div></div><link data-first rel="stylesheet" crossorigin href="/a.css">`,
  )
  expect(sheetBehindPage("<head></head><!-- style sheet -->")).toBe("<head></head>")
  expect(() => sheetBehindPage("<head></head>")).toThrow("no place")
})

test("[OPS-9] the document's own style sheet loses comments and spaces, and nothing else", () => {
  expect(withoutSpaces("/* a */\n.a,\n.b {\n  margin: calc(1px + 2px) 3px;\n}\n")).toBe(
    ".a,.b{margin:calc(1px + 2px) 3px}",
  )
})

test("[OPS-9] nothing that the built document names in its head holds back the first paint", () => {
  const html = readFileSync(join(root, "portal", "dist", "index.html"), "utf8")
  const [head = "", body = ""] = html.split("</head>")
  expect(head).not.toContain('rel="stylesheet"')
  const scripts = [...head.matchAll(/(<script[^>]*>)[\s\S]*?<\/script>/g)].map(([, tag = ""]) => tag)
  expect(scripts.length).toBeGreaterThan(1)
  expect(scripts.filter((tag) => tag.includes("src=") && !tag.includes('type="module"'))).toEqual([])
  expect(body.indexOf('rel="stylesheet"')).toBeGreaterThan(body.indexOf('id="boot-words"'))
})
