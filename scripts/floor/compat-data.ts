import type { CompatStatement, Identifier, SimpleSupportStatement } from "@mdn/browser-compat-data"
import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { browserFloor } from "../../portal/build/browser-floor.mjs"

/** Read and not imported: as a module its 20 MB take a test ten times as long. */
const data: unknown = JSON.parse(
  readFileSync(createRequire(import.meta.url).resolve("@mdn/browser-compat-data"), "utf8"),
)

/** The phones' browsers, and the view of an application such as WeChat, are the same engines. */
const floor = {
  ...browserFloor,
  chrome_android: browserFloor.chrome,
  webview_android: browserFloor.chrome,
  safari_ios: browserFloor.safari,
} as const

const numbersOf = (version: string) => version.replace("≤", "").split(".").map(Number)

/** True: `version` is `limit` or older. */
function isUpTo(version: string, limit: string): boolean {
  const [major = 0, minor = 0] = numbersOf(version)
  const [mostMajor = 0, mostMinor = 0] = numbersOf(limit)
  return major < mostMajor || (major === mostMajor && minor <= mostMinor)
}

function isIn(limit: string, statement: SimpleSupportStatement): boolean {
  const { version_added: added, version_removed: removed } = statement
  if (typeof added !== "string" || added === "preview" || !isUpTo(added, limit)) return false
  if (typeof removed === "string" && isUpTo(removed, limit)) return false
  return !statement.flags && !statement.prefix && !statement.alternative_name
}

/** Which browsers of the floor lack it, and since when others have it. Empty: all have it. */
export function lackedBy(compat: CompatStatement): string[] {
  return Object.entries(floor).flatMap(([name, limit]) => {
    const support = compat.support[name as keyof typeof floor]
    if (support === undefined) return []
    const statements = Array.isArray(support) ? support : [support]
    return statements.some((one) => isIn(limit, one))
      ? []
      : [`${name} ${limit} (since ${String(statements[0]?.version_added)})`]
  })
}

/** The browsers of today have it all, so that somebody will use it. */
export function isCommonToday(compat: CompatStatement): boolean {
  return (["chrome", "firefox", "safari"] as const).every((name) => {
    const support = compat.support[name]
    return [support ?? []]
      .flat()
      .some(({ version_added: added }) => typeof added === "string" && added !== "preview")
  })
}

/** What stands at a place such as ["css", "properties", "gap"], if the data know it. */
export function entryAt(path: readonly string[]): Identifier | undefined {
  let entry: unknown = data
  for (const part of path) {
    if (typeof entry !== "object" || entry === null || !Object.hasOwn(entry, part)) return undefined
    entry = (entry as Record<string, unknown>)[part]
  }
  return entry as Identifier
}

export function compatAt(path: readonly string[]): CompatStatement | undefined {
  // oxlint-disable-next-line no-underscore-dangle -- what the data call it
  return entryAt(path)?.__compat
}

/** The names below a place. */
export function namesAt(path: readonly string[]): string[] {
  return Object.keys(entryAt(path) ?? {}).filter((name) => name !== "__compat")
}
