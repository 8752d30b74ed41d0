import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, test } from "vitest"
import { withoutSpaces } from "../portal/build/document-frame.ts"
import { root } from "./prepare.mjs"

test("[OPS-9] the document's own style sheet loses comments and spaces, and nothing else", () => {
  expect(withoutSpaces("/* a */\n.a,\n.b {\n  margin: calc(1px + 2px) 3px;\n}\n")).toBe(
    ".a,.b{margin:calc(1px + 2px) 3px}",
  )
})

test("[OPS-9] nothing that the built document names in its head holds back the first paint", () => {
  const html = readFileSync(join(root, "portal", "dist", "index.html"), "utf8")
  expect(html).not.toMatch(/<link[^>]*rel="stylesheet"/)
  const [head = ""] = html.split("</head>")
  const scripts = [...head.matchAll(/(<script[^>]*>)[\s\S]*?<\/script>/g)].map(([, tag = ""]) => tag)
  expect(scripts.length).toBeGreaterThan(1)
  expect(scripts.filter((tag) => tag.includes("src=") && !tag.includes('type="module"'))).toEqual([])
})

test("[OPS-9] the first style sheet stands in the document, and no chunk asks for it again", () => {
  const html = readFileSync(join(root, "portal", "dist", "index.html"), "utf8")
  const sheet = /<style>([\s\S]*?)<\/style>/.exec(html)?.[1] ?? ""
  // The last rules of base.css, and those of the messages, which every page has.
  expect(sheet).toContain("prefers-reduced-motion")
  expect(sheet).toMatch(/\._toast_/)
  const folder = join(root, "portal", "dist", "assets")
  const files = readdirSync(folder)
  const asked = files
    .filter((file) => file.endsWith(".js"))
    .flatMap((file) => readFileSync(join(folder, file), "utf8").match(/assets\/[\w-]+\.css/g) ?? [])
  expect(asked.length).toBeGreaterThan(10)
  expect([...new Set(asked)].filter((name) => !files.includes(name.slice("assets/".length)))).toEqual([])
})
