import { existsSync, readdirSync, readFileSync } from "node:fs"
import { basename, join } from "node:path"
import { beforeAll, expect, test } from "vitest"
import { buildTarget } from "../../portal/build/browser-floor.mjs"
import { root } from "../prepare.mjs"
import { addedFunctions, scannedName, scriptGaps, sheetGaps } from "./known-gaps.ts"
import { lackingInScript } from "./script-features.ts"
import { lackingInSheet } from "./sheet-features.ts"
import { swaggerGaps } from "./swagger-gaps.ts"

const dist = join(root, "portal", "dist")
const added = new Set<string>(addedFunctions.map(scannedName))

/** By the name of what is lacking: who names it and who lacks it. */
type Found = Map<string, { readonly files: string[]; readonly lackedBy: readonly string[] }>

function scan(
  end: string,
  look: (file: string, source: string) => ReadonlyMap<string, readonly string[]>,
): Found {
  const found: Found = new Map()
  for (const file of readdirSync(dist, { recursive: true, encoding: "utf8" })) {
    if (!file.endsWith(end)) continue
    for (const [name, lackedBy] of look(file, readFileSync(join(dist, file), "utf8"))) {
      if (isOfSwagger(file) && name in swaggerGaps) {
        usedBySwagger.add(name)
        continue
      }
      if (!found.has(name)) found.set(name, { files: [], lackedBy })
      found.get(name)?.files.push(basename(file))
    }
  }
  return found
}

const isOfSwagger = (file: string) => basename(file).startsWith("draw-calls-")
const usedBySwagger = new Set<string>()

let scripts: Found = new Map()
let sheets: Found = new Map()

beforeAll(() => {
  // `npm test` builds before; by itself, a test would build for tests and not for browsers.
  if (!existsSync(join(dist, "index.html")))
    throw new Error("The portal is not built yet: `npm test` and `npm start` build it.")
  scripts = scan(".js", lackingInScript)
  sheets = new Map([
    // The document has one of its own (OPS-9).
    ...scan("index.html", (_file, html) =>
      lackingInSheet(/<style>([\s\S]*?)<\/style>/.exec(html)?.[1] ?? ""),
    ),
    ...scan(".css", (_file, source) => lackingInSheet(source)),
  ])
})

const shown = ([name, { files, lackedBy }]: readonly [
  string,
  { files: string[]; lackedBy: readonly string[] },
]) =>
  `${name} in ${files.join(", ")}: lacked by ${lackedBy.join(", ")}. Write it without, give it a fallback, or name it in known-gaps.ts with a reason.`

const isSheetGap = (name: string) => name in sheetGaps || (name.split(": ")[0] ?? "") in sheetGaps

test("[BROWSER-7] the build's syntax is that of Chromium 87, Firefox 102 and Safari 15.4", () => {
  expect(buildTarget).toEqual(["chrome87", "edge87", "firefox102", "safari15.4"])
})

test("[BROWSER-8] built scripts use nothing that the floor lacks without a fallback", () => {
  expect([...scripts].filter(([name]) => !(name in scriptGaps) && !added.has(name)).map(shown)).toEqual([])
})

test("[BROWSER-8] built style sheets use nothing that the floor lacks without a fallback", () => {
  expect([...sheets].filter(([name]) => !isSheetGap(name)).map(shown)).toEqual([])
})

test("[BROWSER-8] the script of hosted pages uses none of the added functions", () => {
  const bridge = lackingInScript("bridge.js", readFileSync(join(dist, "bridge.js"), "utf8"))
  expect([...bridge.keys()].filter((name) => added.has(name))).toEqual([])
})

test("[BROWSER-8] every known gap and every added function is still used", () => {
  // boot.js asks for the functions and does not use them.
  const isUsed = (name: string) => scripts.get(name)?.files.some((file) => !file.startsWith("boot-")) ?? false
  expect([...Object.keys(scriptGaps), ...added].filter((name) => !isUsed(name))).toEqual([])
  expect(Object.keys(swaggerGaps).filter((name) => !usedBySwagger.has(name))).toEqual([])
  const used = [...sheets.keys()].flatMap((name) => [name, name.split(": ")[0]])
  expect(Object.keys(sheetGaps).filter((name) => !used.includes(name))).toEqual([])
})

test.each([
  ["names.toSorted()", ".toSorted"],
  ["const { groupBy } = Object; Object.groupBy(a, b)", "Object.groupBy"],
  ["structuredClone(a)", "structuredClone"],
  ["crypto.randomUUID()", "crypto.randomUUID"],
  ["AbortSignal.timeout(5)", "AbortSignal.timeout"],
  ["window.reportError", "reportError"],
  ["element.checkVisibility()", ".checkVisibility"],
  ["element.addEventListener('x', f, { signal })", "addEventListener({ signal })"],
  ["await load()", "await at the top"],
  ["class A { static { go() } }", "static block"],
  ["class A { #a; static has(o) { return #a in o } }", "#name in"],
  ["/(?<=a)b/.test(c)", "regular expression: look-behind"],
  ["new RegExp(`(?<!${a})b`)", "regular expression: look-behind"],
  ["/a/v", "regular expression: flag v"],
  ["/a/d", "regular expression: flag d"],
  ["page.querySelector('p:has(b)')", '":has"'],
  ["page.querySelector('input:not(.a, .b)')", '":not(a, b)"'],
  ["draw({ aspectRatio: '1' })", "{ aspectRatio: }"],
])("[BROWSER-8] the scan finds what the floor lacks in %s", (source, name) => {
  expect([...lackingInScript("planted.js", source).keys()]).toContain(name)
})

test.each([
  ["a.map(b).filter(c).flatMap(d)"],
  ["a ??= b?.c"],
  ["class A { #a = 1; static b = 2; #c() {} }"],
  ["new URL(a).searchParams.get(b)"],
  ["text.replaceAll(a, b).matchAll(c)"],
  ["/(?<year>\\p{N}+)(?=a)/su.exec(a)"],
  ["element.addEventListener('x', f, { once: true })"],
])("[BROWSER-8] the scan finds nothing in %s", (source) => {
  expect([...lackingInScript("plain.js", source).keys()]).toEqual([])
})

test.each([
  ["p:has(b) { color: red }", ":has"],
  ["p:is(.a, .b) { color: red }", ":is"],
  ["p:not(.a, .b) { color: red }", ":not(a, b)"],
  ["p { b { color: red } }", "nesting"],
  ["p { height: 100dvh }", "dvh"],
  ["p { color: color-mix(in srgb, red, blue) }", "color-mix()"],
  ["p { --a: color-mix(in srgb, red, blue); --a: red }", "color-mix()"],
  ["p { aspect-ratio: 1 }", "aspect-ratio"],
  ["p { rotate: 45deg }", "rotate"],
  ["p { overflow: clip }", "overflow: clip"],
  ["@container (width > 1px) { p { color: red } }", "@container"],
  ["@layer a { p { color: red } }", "@layer"],
  ["@media (width > 1px) { p { color: red } }", "@media (a < b)"],
  ["@supports not (color: red) { p { aspect-ratio: 1 } }", "aspect-ratio"],
])("[BROWSER-8] the scan finds what the floor lacks in %s", (source, name) => {
  expect([...lackingInSheet(source).keys()]).toContain(name)
})

test("[BROWSER-17] a plain declaration is no fallback for one with var(), which old browsers keep", () => {
  const found = (source: string) => [...lackingInSheet(source).keys()]
  expect(found("p { height: calc(100vh - var(--a)); height: calc(100dvh - var(--a)) }")).toEqual(["dvh"])
  expect(found("p { color: red; color: color-mix(in srgb, var(--a), blue) }")).toEqual(["color-mix()"])
  expect(found("@supports (height: 100dvh) { :root { --a: 100dvh } }")).toEqual([])
})

test.each([
  ["p { height: 100vh; height: 100dvh }"],
  ["p { user-select: none; -webkit-user-select: none }"],
  ["@supports (color: color-mix(in srgb, red, blue)) { p { color: color-mix(in srgb, red, blue) } }"],
  ["p { aspect-ratio: 1 } @supports not (aspect-ratio: 1) { p { height: 9px } }"],
  ["p:not(.a):focus-visible > b { display: grid; gap: 1px; inset: 0; width: min(1px, 2%) }"],
])("[BROWSER-8] the scan finds a fallback in %s", (source) => {
  expect([...lackingInSheet(source).keys()]).toEqual([])
})
