import { dirname, posix } from "node:path"

/** What documents say about files, as a pure function over their text, so that a moved file is noticed in them. */
export interface Repository {
  /** Paths of files from the root, with slashes. */
  readonly files: readonly string[]
  /** The text of a document, for the headings that a link may lead to. */
  readonly read: (path: string) => string
}

/** Files that exist only in a built portal, under this name. */
const built = new Set(["bridge.js", "config.json"])

const fromRoot = /^(?:contract|server|portal|bridge|e2e|scripts|docs|bench|soak|ops|\.github)\//
const sourceFile = /^[\w@./-]*[\w-]\.(?:tsx?|mjs|js|css|sql|md)$/

/** One sentence for each link, and each path in backticks, that leads nowhere. */
export function brokenReferences(document: string, { files, read }: Repository): string[] {
  const text = document.endsWith(".svg") ? quotedNames(read(document)) : withoutFences(read(document))
  const folders = new Set(files.flatMap(foldersAbove))
  const exists = (path: string) => files.includes(path) || folders.has(path.replace(/\/$/, ""))
  const isKnown = (name: string) =>
    exists(name) || files.some((file) => file.endsWith(`/${name}`)) || built.has(name)

  const links = [...text.matchAll(/\]\(([^)\s]+)\)/g)].flatMap(([, target = ""]) => {
    if (/^[a-z]+:/.test(target)) return []
    const [path = "", heading] = target.split("#")
    const file = path === "" ? document : posix.join(dirname(document), path)
    if (!exists(file)) return [`${document} links to ${target}, which does not exist.`]
    if (heading === undefined || headingsOf(read(file)).has(heading)) return []
    return [`${document} links to ${target}: there is no such heading.`]
  })
  const names = [...text.matchAll(/`([^`\n]+)`/g)].flatMap(([, quoted = ""]) => {
    const name = quoted.replace(/:\d+$/, "")
    if (/[<>*{}…\s]/.test(name) || !(fromRoot.test(name) || sourceFile.test(name))) return []
    // A whole path is meant exactly; a short one (`db/open.ts`) may leave its beginning out.
    const isThere = fromRoot.test(name) ? exists(name) : isKnown(name)
    return isThere ? [] : [`${document} names ${quoted}, which does not exist.`]
  })
  return [...links, ...names]
}

/** A drawing has no backticks: whatever stands between blanks and dots may be a file. */
function quotedNames(drawing: string): string {
  const labels = [...drawing.matchAll(/<text class="file"[^>]*>([^<]*)<\/text>/g)].map(
    ([, label = ""]) => label,
  )
  return labels
    .flatMap((label) => label.replaceAll("&lt;", "<").split(/ [·→] /))
    .map((name) => `\`${name}\``)
    .join("\n")
}

function withoutFences(text: string): string {
  return text.replace(/^[ \t]*```[\s\S]*?^[ \t]*```[ \t]*$/gm, "")
}

function foldersAbove(path: string): string[] {
  const folder = dirname(path)
  return folder === "." ? [] : [folder, ...foldersAbove(folder)]
}

/** As repository sites make them: lower case, without punctuation, blanks as hyphens. */
function headingsOf(text: string): Set<string> {
  const titles = text.matchAll(/^#+ (.+)$/gm)
  return new Set(
    [...titles].map(([, title = ""]) =>
      title
        .toLowerCase()
        .replace(/[^\p{L}\p{N}\s_-]/gu, "")
        .trim()
        .replaceAll(" ", "-"),
    ),
  )
}

/** Names of other programs and of browsers. */
const foreign = new Set([
  "pg_dump",
  "contentEditable",
  "pg_basebackup",
  "pg_isready",
  "pg_promote",
  "pg_replication_slots",
  "pg_rewind",
  "pg_upgrade",
  "pg_wal",
  "s_client",
  "slot_name",
  "stop_grace_period",
  "target_session_attrs",
  "ReadWritePaths",
  "TimeoutStopSec",
])

/** Identifiers in backticks (`camelCase`, `snake_case`) that stand nowhere in the code: renamed, or gone. */
export function unknownNames(document: string, text: string, known: ReadonlySet<string>): string[] {
  const quoted = [...withoutFences(text).matchAll(/`([^`\n]+)`/g)].map(([, inside = ""]) => inside)
  const names = quoted.flatMap(
    (inside) => inside.match(/(?<![\w/.\\-])(?:[A-Za-z][a-z]+[A-Z]\w*|[a-z]+(?:_[a-z]+)+)\b/g) ?? [],
  )
  return names
    .filter((name) => !known.has(name) && !foreign.has(name))
    .map((name) => `${document} names ${name}, which stands nowhere in the code.`)
}

/** Files that stand in no folder: made by the build, or the ending of many. */
const made = new Set(["virtual:theme.css"])

/** One sentence for each file that a comment names and that does not exist. */
export function unknownFilesInComments(path: string, source: string, files: readonly string[]): string[] {
  const isKnown = (name: string) => files.some((file) => file === name || file.endsWith(`/${name}`))
  return commentsOf(path, source)
    .flatMap((comment) => comment.match(/[^\s`"'(),;]*[\w-]\.(?:tsx?|mjs|css|sql|md)(?![\w-])/g) ?? [])
    .filter((name) => !/[<>*{}…]/.test(name) && !name.startsWith(".") && !made.has(name))
    .filter((name) => !isKnown(name))
    .map((name) => `${path} names ${name} in a comment, which does not exist.`)
}

export function commentsOf(path: string, source: string): string[] {
  if (path.endsWith(".css")) return source.match(/\/\*[\s\S]*?\*\//g) ?? []
  // A text may hold what looks like a comment: an address has two slashes.
  const texts = source.replace(/"(?:[^"\\\n]|\\.)*"/g, '""')
  return texts.match(/\/\*[\s\S]*?\*\/|(?<=^|[\s{])\/\/.*$/gm) ?? []
}
