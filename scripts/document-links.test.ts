import { readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, test } from "vitest"
import {
  brokenReferences,
  commentsOf,
  unknownFilesInComments,
  unknownNames,
  type Repository,
} from "./document-links.ts"
import { root } from "./prepare.mjs"
import { projectFiles } from "./project-files.mjs"

test("[LAYOUT-7] every link and every path in the documents leads to a file", () => {
  const files = projectFiles()
  const read = (path: string) => readFileSync(join(root, path), "utf8")
  const documents = files.filter((path) => path.endsWith(".md"))
  expect(documents.length).toBeGreaterThan(50)
  expect(documents.flatMap((document) => brokenReferences(document, { files, read }))).toEqual([])
})

test("[LAYOUT-7] every file that a drawing names exists", () => {
  const files = projectFiles()
  const read = (path: string) => readFileSync(join(root, path), "utf8")
  const drawings = files.filter((path) => path.startsWith("docs/pictures/") && path.endsWith(".svg"))
  expect(drawings.length).toBeGreaterThan(1)
  expect(drawings.flatMap((drawing) => brokenReferences(drawing, { files, read }))).toEqual([])
})

test("[LAYOUT-7] every identifier that a document names stands in the code", () => {
  const files = projectFiles()
  const read = (path: string) => readFileSync(join(root, path), "utf8")
  const known = new Set(
    files
      .filter(
        (path) => /\.(?:tsx?|mjs|js|css|sql|json|html)$/.test(path) && !path.startsWith("scripts/document"),
      )
      .flatMap((path) => read(path).match(/[A-Za-z_$][\w$]*/g) ?? []),
  )
  expect(known.size).toBeGreaterThan(5000)
  // The requirements say what shall be there.
  const documents = files.filter((path) => path.endsWith(".md") && path !== "docs/requirements.md")
  expect(documents.flatMap((document) => unknownNames(document, read(document), known))).toEqual([])
})

test("[LAYOUT-7] every file that a comment names exists", () => {
  const files = projectFiles()
  // The tests of these rules name files that are not there.
  const sources = files.filter((path) => /\.(?:tsx?|mjs|js|css)$/.test(path) && !path.startsWith("scripts/"))
  expect(sources.length).toBeGreaterThan(1500)
  const read = (path: string) => readFileSync(join(root, path), "utf8")
  expect(sources.flatMap((path) => unknownFilesInComments(path, read(path), files))).toEqual([])
})

test("[LAYOUT-7] every identifier that a comment quotes stands in the code", () => {
  const read = (path: string) => readFileSync(join(root, path), "utf8")
  const isSource = (path: string) => /\.(?:tsx?|mjs|js|css)$/.test(path) && !path.startsWith("scripts/")
  const sources = projectFiles()
    .filter((path) => isSource(path) || /\.(?:sql|json|html)$/.test(path))
    .map((path) => {
      const source = read(path)
      const comments = isSource(path) ? commentsOf(path, source) : []
      const code = comments.reduce((left, comment) => left.replace(comment, ""), source)
      return { path, comments: comments.join("\n"), code }
    })
  const known = new Set(sources.flatMap(({ code }) => code.match(/[A-Za-z_$][\w$]*/g) ?? []))
  expect(sources.flatMap(({ path, comments }) => unknownNames(path, comments, known))).toEqual([])
})

test("[LAYOUT-7] a file that is gone is found in a comment, and in no text", () => {
  const files = ["server/src/db/open.ts"]
  const gone =
    "// as close.ts has it\n/** See `db/shut.tsx`. */\nconst x = 'gone.ts' // server/src/db/open.ts, db/open.ts"
  expect(unknownFilesInComments("a.ts", gone, files)).toHaveLength(2)
  expect(unknownFilesInComments("a.ts", 'const address = "https://x.cn/gone.ts"', files)).toEqual([])
  expect(unknownFilesInComments("a.css", "/* theme.ts */\n.a {}", files)).toHaveLength(1)
})

test("[LAYOUT-7] a name in backticks that the code does not have is refused", () => {
  const known = new Set(["isKnown", "org_id"])
  expect(unknownNames("a.md", "`isKnown(org_id)` `GONE` `./a/goneToo.ts` plain isGone", known)).toEqual([])
  expect(unknownNames("a.md", "`isGone()` `gone_id` `GoneThing`", known)).toHaveLength(3)
})

function found(text: string): string[] {
  const files = ["docs/a.md", "docs/b.md", "server/src/db/open.ts", "portal/src/ui/tree/tree.tsx"]
  const texts: Readonly<Record<string, string>> = {
    "docs/a.md": text,
    "docs/b.md": "# Title\n\n## Two words!",
  }
  const repository: Repository = { files, read: (path) => texts[path] ?? "" }
  return brokenReferences("docs/a.md", repository)
}

test.each([
  "[missing](c.md)",
  "[missing](../README.md)",
  "[no heading](b.md#three-words)",
  "`server/src/db/close.ts`",
  "`server/src/http`",
  "`src/db/close.ts`",
  "`close.ts:7`",
])("[LAYOUT-7] a document that says %s is refused", (text) => {
  expect(found(text)).toHaveLength(1)
})

test.each([
  "[there](b.md) [heading](b.md#two-words) [page](https://example.cn/x.md) ![drawing](../server/src/db/open.ts)",
  "`server/src/db/open.ts` `server/src/db/` `db/open.ts:12` `open.ts`",
  "`server/src/features/<noun>/x.ts` `npm run x` `*.test.ts` `bridge.js`",
  "```\nserver/src/nowhere.ts\n```",
])("[LAYOUT-7] a document that says %j is in order", (text) => {
  expect(found(text)).toEqual([])
})
