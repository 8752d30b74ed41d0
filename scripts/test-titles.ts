import type { SourceFile } from "./architecture-rules.ts"

/** Characters of a test's title without the ids of requirements: about 80 are the aim. */
export const longestTitle = 90

/** The titles of tests and groups, as they are written: a template keeps its placeholders. */
export function titlesOf(source: string): string[] {
  const calls = source.matchAll(
    /^\s*(?:test|it|describe)(?:\.(?!each\b)\w+)*\(\s*("(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`)/gm,
  )
  // Of cases in a table, `test.each([…])("…", …)`, the title follows the table.
  const tables = source.matchAll(/\)\(\s*("(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`),/g)
  return [...calls, ...tables].map(([, title = ""]) => title.slice(1, -1))
}

export function titleViolations(files: readonly SourceFile[]): string[] {
  return files.flatMap(({ path, source }) =>
    titlesOf(source).flatMap((title) => {
      const length = title.replaceAll(/\[[A-Z]+-\d+\]/g, "").trim().length
      return length > longestTitle
        ? [`${path}: "${title}" has ${length} characters: name one behaviour, at most ${longestTitle}.`]
        : []
    }),
  )
}
