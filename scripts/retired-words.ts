import type { SourceFile } from "./architecture-rules.ts"

/**
 * What names may not say, with what to write instead: the lists "not to be called" and "words to avoid" of docs/glossary.md,
 * which has the same ones (scripts/glossary.test.ts). Refused are the words in identifiers and file names, also inside of
 * longer ones: `climb` refuses `climbDueAlarms`, `must keep` refuses `mustKeepNotices`.
 */
export const retiredWords: Readonly<Record<string, string>> = {
  alert: "alarm",
  alerts: "alarms",
  anew: "again",
  asker: "viewer",
  breathe: "yieldToEventLoop",
  bring: "upload",
  bringing: "uploading",
  brought: "uploaded",
  chooser: "picker, file input",
  climb: "escalate",
  climbed: "escalated",
  "come back": "retry",
  comer: "visitor, caller",
  "dead import": "abandoned import",
  desk: "registry, pool",
  doctor: "menu audit",
  evaluation: "assessment",
  exercise: "drill",
  face: "variant (of a login page), state, view",
  faces: "variants",
  feeder: "alarm source",
  furnish: "addDefaults",
  hear: "receive",
  heard: "received",
  hearer: "listener",
  hearers: "audience",
  hearing: "listening",
  house: "services",
  inbox: "bell",
  "laid out visit": "patrol visit",
  looker: "viewer",
  "may keep": "mayAdminister",
  "must be there": "foundOrForbidden",
  "must keep": "mustAdminister",
  "news feed": "event feed",
  patient: "menu audit",
  question: "call, request, input, filter; for a person: confirm",
  questions: "calls, dialogs",
  seat: "addToGroup",
  "take turns": "electLeader",
  taker: "assignee",
  takers: "assignees",
  "tell news": "publishEvent",
  tenant: "organisation",
  unseat: "removeFromGroup",
  "until news": "cacheUntilEvent",
  wall: "row-level security",
  walls: "row-level security",
  "way out": "shutdown",
  widget: "home card",
}

/** Names that are refused as they stand here, and not as a part of others. */
export const retiredNames: Readonly<Record<string, string>> = {
  Ask: "RequestContext",
  Asking: "RequestScope",
  atOnce: "systemDb, batchSize",
  everything: "unrestricted",
  rounds: "jobs",
}

/** Where such a word is the plain one: ARIA's role, the browser's function and event. */
const plainNames = new Set(["isAlert", "alert", "isAlertDialog"])

/** Drawings and rooms may have the thing itself. */
const exempt =
  /^server\/src\/(slider\/scenery\/|features\/(buildings|patrols)\/|demo\/)|^portal\/src\/ui\/navigation\/menu-icon|^scripts\/retired-words\.ts$|^architecture\.test\.ts$/

export function retiredWordViolations(files: readonly SourceFile[]): string[] {
  return files.flatMap(({ path, source }) => {
    if (exempt.test(path)) return []
    const fileName = path.slice(path.lastIndexOf("/") + 1)
    const names = new Set(withoutTextsAndComments(source).match(/[A-Za-z_$][\w$]*/g))
    return [fileName, ...names].flatMap((name) => {
      if (plainNames.has(name)) return []
      const whole = Object.hasOwn(retiredNames, name) ? retiredNames[name] : undefined
      if (whole !== undefined) return [`${path}: ${name} is called ${whole} (docs/glossary.md).`]
      const spelt = ` ${wordsOf(name).join(" ")} `
      return Object.entries(retiredWords).flatMap(([word, instead]) =>
        spelt.includes(` ${word} `)
          ? [`${path}: ${name} says "${word}"; write ${instead} (docs/glossary.md).`]
          : [],
      )
    })
  })
}

function wordsOf(name: string): string[] {
  return name
    .split(/(?=[A-Z])|[_.-]/)
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
