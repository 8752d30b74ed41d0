import type { SourceFile } from "./architecture-rules.ts"
import { commentsOf } from "./document-links.ts"

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

/** Those that have no plain meaning here are refused in comments too. */
const refusedInComments =
  /\b(?:anew|askers?|breathe|climb(?:s|ed)?|comers?|faces?|furnish|hearers?|house|lookers?|walls?)\b/

/** Where such a word is the plain one: ARIA's role, the browser's function and event. */
const plainNames = new Set(["isAlert", "alert", "isAlertDialog"])

/** Drawings and rooms may have the thing itself. */
const exempt =
  /^server\/src\/(slider\/scenery\/|features\/(buildings|patrols)\/|demo\/)|^portal\/src\/ui\/navigation\/menu-icon|^scripts\/retired-words\.ts$|^architecture\.test\.ts$/

/** What is drawn, or filmed, has walls. */
const inComments = /^portal\/src\/ui\/theme\/theme\.ts$|^e2e\/(?:.*\/)?code-film\.ts$|^server\/src\/slider\//

export function retiredWordViolations(files: readonly SourceFile[]): string[] {
  // Most names stand in many files.
  const verdicts = new Map<string, string | null>()
  const verdictOf = (name: string) => {
    const known = verdicts.get(name)
    if (known !== undefined) return known
    const found = verdictOn(name)
    verdicts.set(name, found)
    return found
  }
  return files.flatMap(({ path, source }) => {
    if (exempt.test(path)) return []
    const fileName = path.slice(path.lastIndexOf("/") + 1)
    const names = new Set(withoutTextsAndComments(source).match(/[A-Za-z_$][\w$]*/g))
    return [fileName, ...names].flatMap((name) => {
      const verdict = verdictOf(name)
      return verdict === null ? [] : [`${path}: ${verdict} (docs/glossary.md).`]
    })
  })
}

const anyRetiredWord = new RegExp(` (?:${Object.keys(retiredWords).join("|")}) `)

function verdictOn(name: string): string | null {
  if (plainNames.has(name)) return null
  if (Object.hasOwn(retiredNames, name)) return `${name} is called ${retiredNames[name]}`
  const word = anyRetiredWord.exec(` ${wordsOf(name).join(" ")} `)?.[0].trim()
  return word === undefined ? null : `${name} says "${word}"; write ${retiredWords[word]}`
}

export function retiredCommentViolations(files: readonly SourceFile[]): string[] {
  return files.flatMap(({ path, source }) => {
    if (exempt.test(path) || inComments.test(path)) return []
    return commentsOf(path, source).flatMap((comment) => {
      const word = refusedInComments.exec(comment)?.[0]
      return word === undefined ? [] : [`${path}: a comment says "${word}" (docs/glossary.md): ${comment}`]
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
