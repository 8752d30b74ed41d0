import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, test } from "vitest"
import { root } from "../prepare.mjs"
import { projectFiles } from "../project-files.mjs"
import { operatorCommands } from "./release-files.mjs"

const read = (path: string) => readFileSync(join(root, path), "utf8")
const { scripts } = JSON.parse(read("package.json")) as { scripts: Record<string, string> }
const ofOperators = operatorCommands(scripts)

/** What operators read and copy commands out of. */
const documents = projectFiles().filter(
  (path) =>
    /^(?:README|README\.zh-CN|CONTRIBUTING)\.md$|^docs\/[^/]+\.md$/.test(path) ||
    /^(?:compose\.yaml|\.env\.example|ops\/.*\.(?:txt|conf|service|yaml|sh)|ops\/debian\/\w+)$/.test(path),
)

/** Of a document what stands in backticks and fences, of another file all of it; a line that goes on is one. */
function codeIn(path: string): string {
  const text = read(path).replaceAll(/\\\n\s*/g, " ")
  if (!path.endsWith(".md")) return text
  const fences = [...text.matchAll(/^[ \t]*```\w*\n([^]*?)^[ \t]*```/gm)].map(([, inside = ""]) => inside)
  const rest = text.replaceAll(/^[ \t]*```[^]*?^[ \t]*```/gm, "")
  return [...fences, ...[...rest.matchAll(/`([^`\n]+)`/g)].map(([, inside = ""]) => inside)].join("\n")
}

interface Typed {
  readonly at: string
  readonly command: string
  readonly options: readonly string[]
}

/** Up to a comment, another command or what is sent elsewhere. */
function typedIn(path: string, pattern: RegExp): Typed[] {
  return [...codeIn(path).matchAll(pattern)].map(([whole, command = "", rest = ""]) => {
    const own = rest.split(/ #| && | \| |;|#/)[0] ?? ""
    const options = [...own.matchAll(/(?<= )--([a-z][\w-]*)/g)].map(([, name = ""]) => name)
    return { at: `${path}: ${whole.trim()}`, command, options }
  })
}

/** The sources of a command, whose help names every option. */
function sourcesOf(command: string): string {
  const names = [command, `send-${command}`].map((name) => `server/src/commands/${name}.ts`)
  return [`scripts/${command}.mjs`, ...names]
    .filter((path) => existsSync(join(root, path)))
    .map(read)
    .join("\n")
}

const unknownOptions = (typed: readonly Typed[]) =>
  typed.flatMap(({ at, command, options }) =>
    options.filter((name) => !sourcesOf(command).includes(`--${name}`)).map((name) => `${at}: no --${name}`),
  )

test("[OPS-8] every `user-centre …` in documents and samples is a command of a release, with its options", () => {
  // What the package's scripts say of it: "user-centre is installed".
  const typed = documents.flatMap((path) =>
    typedIn(path, /(?<![\w/.=-])user-centre (?!is |may )([a-z][a-z-]*)(?![\w/.:])([^\n]*)/g),
  )
  expect(typed.length).toBeGreaterThan(20)
  expect(typed.filter(({ command }) => !(command in ofOperators)).map(({ at }) => at)).toEqual([])
  expect(unknownOptions(typed)).toEqual([])
})

test("[OPS-8] every `npm run …` in documents is a command of the project, with its options", () => {
  const typed = documents.flatMap((path) => typedIn(path, /\bnpm run ([a-z][\w:-]*)(?: --(?= ))?([^\n]*)/g))
  expect(typed.length).toBeGreaterThan(60)
  expect(typed.filter(({ command }) => !(command in scripts)).map(({ at }) => at)).toEqual([])
  const own = typed.filter(({ command }) => command in ofOperators || ["release", "deb"].includes(command))
  expect(unknownOptions(own)).toEqual([])
})

test("[OPS-8] every variable that the operators' manual names is read by somebody", () => {
  const manual = codeIn("docs/operations.zh-CN.md")
  const names = new Set(manual.match(/\b[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+\b/g))
  expect(names.size).toBeGreaterThan(20)
  const readers = [
    "server/src/config.ts",
    "compose.yaml",
    "Containerfile",
    "scripts/release/release-files.mjs",
  ]
  const known = readers.map(read).join("\n")
  expect([...names].filter((name) => !new RegExp(`\\b${name}\\b`).test(known))).toEqual([])
})
