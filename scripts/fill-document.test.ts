import { expect, test } from "vitest"
import { fillDocument } from "../portal/build/fill-document.ts"

test("[LAYOUT-6] parts of the document stand where their marks stood, letter by letter", () => {
  const html = "<head><!-- a --></head><p>%B%</p>"
  expect(fillDocument(html, { "<!-- a -->": "<meta>", "%B%": "$& 1" })).toBe("<head><meta></head><p>$& 1</p>")
})

test("[LAYOUT-6] a part that has no place in the document stops the build", () => {
  expect(() => fillDocument("<head></head>", { "<!-- a -->": "<meta>" })).toThrow('no place for "<!-- a -->"')
})
