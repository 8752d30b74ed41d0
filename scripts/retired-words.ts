import type { SourceFile } from "./architecture-rules.ts"

/**
 * Words of an earlier private language, with what docs/glossary.md says instead. They are refused in identifiers: whole
 * names, or words inside of a name (`wallOf`, `isClimbing`).
 */
export const retiredWords: Readonly<Record<string, string>> = {
  house: "services",
  wall: "row-level security",
  walls: "row-level security",
  hearer: "listener",
  hearers: "audience",
  climb: "escalate",
  climbed: "escalated",
  patient: "menu audit",
  doctor: "menu audit",
  breathe: "yieldToEventLoop",
  desk: "registry, pool",
  anew: "again",
  bring: "upload",
  furnish: "addDefaults",
  asker: "viewer",
  looker: "viewer",
  comer: "visitor",
}

/** Names that are refused as a whole. */
const retiredNames: Readonly<Record<string, string>> = {
  Ask: "RequestContext",
  Asking: "RequestScope",
  everything: "unrestricted",
  atOnce: "systemDb, batchSize",
  mustBeThere: "foundOrForbidden",
  untilNews: "cacheUntilEvent",
  tellNews: "publishEvent",
  Face: "EmptyState",
  useComeBack: "useRetryWhileFailing",
  rounds: "jobs",
}

/** Drawings and rooms may have the thing itself. */
const exempt =
  /^server\/src\/(slider\/scenery\/|features\/(buildings|patrols)\/|demo\/)|^portal\/src\/ui\/navigation\/menu-icon/

export function retiredWordViolations(files: readonly SourceFile[]): string[] {
  return files.flatMap(({ path, source }) => {
    if (exempt.test(path)) return []
    const names = new Set(withoutTextsAndComments(source).match(/[A-Za-z_$][\w$]*/g))
    return [...names].flatMap((name) => {
      const whole = Object.hasOwn(retiredNames, name) ? retiredNames[name] : undefined
      if (whole !== undefined) return [`${path}: ${name} is called ${whole} (docs/glossary.md).`]
      return wordsOf(name).flatMap((word) =>
        Object.hasOwn(retiredWords, word)
          ? [`${path}: ${name} says "${word}"; write ${retiredWords[word]} (docs/glossary.md).`]
          : [],
      )
    })
  })
}

function wordsOf(name: string): string[] {
  return name
    .split(/(?=[A-Z])|_/)
    .map((word) => word.toLowerCase())
    .filter(Boolean)
}

function withoutTextsAndComments(source: string): string {
  return source
    .replace(/\/\*[\s\S]*?\*\//g, "")
    .replace(/\/\/.*$/gm, "")
    .replace(/"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'/g, '""')
    .replace(/`(?:[^`\\$]|\\.|\$(?!\{))*`/g, "``")
}
