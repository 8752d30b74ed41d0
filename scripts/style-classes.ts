import { dirname, posix } from "node:path"
import type { SourceFile } from "./architecture-rules.ts"

/**
 * What CSS modules and those who import them say of each other: a class that nobody names looks like something that must be
 * kept, and a name without a class is a look that never was. What is named by an expression (`css[tone]`) counts where
 * the word stands in any file as a text or a key.
 */
export function styleViolations(files: readonly SourceFile[]): string[] {
  const sources = files.filter(({ path }) => /\.tsx?$/.test(path))
  const uses = sources.flatMap(usesOf)
  const texts = sources.map(({ source }) => source).join("\n")
  return files
    .filter(({ path }) => path.endsWith(".module.css"))
    .flatMap(({ path, source }) => {
      const classes = classesOf(source)
      const own = uses.filter(({ sheet }) => sheet === path)
      const unnamed = classes.filter((name) => !own.some((use) => names(use, name, texts)))
      return [
        ...unnamed.map((name) => `${path}: nobody names .${name}; take it away.`),
        ...own.flatMap((use) =>
          namedBy(use)
            .filter((name) => !classes.includes(name))
            .map((name) => `${use.path} names .${name}, which ${path} does not have.`),
        ),
      ]
    })
}

interface Use {
  readonly sheet: string
  /** What the file calls it. */
  readonly local: string
  readonly path: string
  readonly source: string
}

function usesOf({ path, source }: SourceFile): Use[] {
  const imports = source.matchAll(/^import (\w+) from "([^"]+\.module\.css)"/gm)
  return [...imports].map(([, local = "", from = ""]) => ({
    sheet: posix.join(dirname(path), from),
    local,
    path,
    source: source.replace(/^import .*$/gm, ""),
  }))
}

function classesOf(source: string): string[] {
  // Only what stands before a brace is a selector; a number has its dot elsewhere.
  const selectors = source
    .replace(/\/\*[\s\S]*?\*\//g, "")
    .replace(/:global\([^)]*\)|"[^"]*"/g, "")
    .match(/[^{};]+(?=\{)/g)
  const found = (selectors ?? []).join(" ").matchAll(/\.(-?[a-z_][\w-]*)/gi)
  return [...new Set(Array.from(found, ([, name = ""]) => name))]
}

function namedBy({ local, source }: Use): string[] {
  const found = source.matchAll(new RegExp(`\\b${local}(?:\\.([a-z]\\w*)|\\["([^"]+)"\\])`, "gi"))
  return [...new Set(Array.from(found, ([, dotted, quoted]) => dotted ?? quoted ?? ""))]
}

function names(use: Use, name: string, texts: string): boolean {
  if (namedBy(use).includes(name)) return true
  const byExpression = use.source.matchAll(new RegExp(`\\b${use.local}\\[(?!")(\`?)([^\\]$]*)`, "g"))
  return Array.from(byExpression).some(([, quote, before = ""]) =>
    quote === "`" ? name.startsWith(before) : new RegExp(`"${name}"|\\b${name}:`).test(texts),
  )
}
