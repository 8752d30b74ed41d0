/**
 * OPS-8: what a migration must not do while processes of the previous release still use the database, as pure functions over
 * its text. CONTRIBUTING.md ("Expand and contract") says what to do instead.
 */
export interface Migration {
  readonly name: string
  readonly sql: string
}

/** The last one from before the rule; nobody runs a release of before it. */
export const lastFree = "0014_files-of-notices-and-news"

/** One sentence for each statement that would break the previous release. `version`: the one that is being made. */
export function contractions({ name, sql }: Migration, version: string): string[] {
  if (name <= lastFree) return []
  const ended = /^-- contract: unused since (\d+\.\d+\.\d+)$/m.exec(sql)?.[1]
  if (ended !== undefined && isBefore(ended, version)) return []
  const statements = statementsOf(sql)
  const own = new Set(
    statements.flatMap((statement) => tableOf(/^create table (?:if not exists )?/, statement)),
  )
  const given = statements.flatMap((statement) => columns(statement, /alter column (\S+) set default/g))
  const found = statements.flatMap((statement) => {
    const [table] = tableOf(/^alter table (?:if exists )?(?:only )?/, statement)
    if (table !== undefined && own.has(table)) return []
    return whatBreaks(statement, given).map((why) => `${name}: ${why} (${statement.slice(0, 80)})`)
  })
  if (found.length === 0 || ended === undefined) return found
  return [
    `${name}: "unused since ${ended}" names no release before ${version}; the previous one still uses it`,
    ...found,
  ]
}

function whatBreaks(statement: string, given: readonly string[]): string[] {
  const breaks = (pattern: RegExp, why: string) => (pattern.test(statement) ? [why] : [])
  const isTable = statement.startsWith("alter table")
  const required = columns(statement, /alter column (\S+) set not null/g).filter(
    (column) => !given.includes(column),
  )
  const withoutDefault = clausesOf(statement).flatMap((clause) => {
    const column = /\badd column (?:if not exists )?(\S+)/.exec(clause)?.[1]
    const isRequired = /\bnot null\b/.test(clause) && !/\b(?:default|generated)\b/.test(clause)
    return isTable && column !== undefined && isRequired ? [column] : []
  })
  return [
    ...breaks(
      /^drop (?:table|view|materialized view|type|function|schema|sequence)\b/,
      "drops what may still be used",
    ),
    ...(isTable ? breaks(/\bdrop column\b/, "drops a column that may still be used") : []),
    ...(isTable
      ? breaks(/\brename (?:to|column)\b|\brename \S+ to\b/, "renames what may still be used")
      : []),
    ...(isTable ? breaks(/\balter column \S+ (?:set data )?type\b/, "changes the type of a column") : []),
    ...(isTable
      ? breaks(/\balter column \S+ drop default\b/, "drops a default that may still be relied on")
      : []),
    ...required.map((column) => `requires ${column}, which may still be left out`),
    ...withoutDefault.map((column) => `adds ${column}, which is required and has no default`),
  ]
}

/** What stands in brackets, as in `numeric(10, 2)`, has commas of its own. */
function clausesOf(statement: string): string[] {
  const without = statement.replaceAll(/\([^()]*\)/g, "")
  return without === statement ? statement.split(",") : clausesOf(without)
}

const columns = (statement: string, pattern: RegExp) =>
  [...statement.matchAll(pattern)].map(([, column = ""]) => column)

function tableOf(beginning: RegExp, statement: string): string[] {
  const start = beginning.exec(statement)
  return start ? [/^[^\s(]+/.exec(statement.slice(start[0].length))?.[0] ?? ""] : []
}

/** In lower case, without comments, quotes and texts; the body of a function is a text. */
export function statementsOf(sql: string): string[] {
  return sql
    .replaceAll(/\$(\w*)\$[\s\S]*?\$\1\$/g, "''")
    .replaceAll(/--.*$/gm, "")
    .replaceAll(/\/\*[\s\S]*?\*\//g, "")
    .replaceAll(/'(?:[^']|'')*'/g, "''")
    .replaceAll('"', "")
    .toLowerCase()
    .split(";")
    .map((statement) => statement.replaceAll(/\s+/g, " ").trim())
    .filter(Boolean)
}

function isBefore(one: string, other: string): boolean {
  const [a, b] = [one, other].map((version) => version.split(".").map(Number))
  const at = [0, 1, 2].find((part) => a?.[part] !== b?.[part])
  return at !== undefined && (a?.[at] ?? 0) < (b?.[at] ?? 0)
}
