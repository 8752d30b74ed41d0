import { dirname, extname, posix } from "node:path"
import { foundBy, importsOf } from "./source-imports.ts"

/** The rules of the layout as pure functions over the files' text. ARCHITECTURE.md says why they are. */
export interface SourceFile {
  /** From the repository's root, with slashes. */
  readonly path: string
  readonly source: string
}

export const longestFile = 400
/** A test may hold a long table. */
export const longestTest = 800

export function violations(files: readonly SourceFile[]): string[] {
  return files.flatMap((file) => [
    ...nameViolations(file),
    ...sizeViolations(file),
    ...everyImport(file).flatMap((imported) => importViolations(file, imported)),
    ...barrelViolations(file),
    ...environmentViolations(file),
  ])
}

const isTest = (path: string) => /\.(test|soak)\.\w+$/.test(path)
/** Product code never needs these. */
const testHarness = /^(server|portal)\/src\/testing\//

// Names

const banned = new Set("utils helpers common misc types constants index manager service".split(" "))

function nameViolations({ path }: SourceFile): string[] {
  const parts = path.split("/").flatMap((part) => part.replace(/^\.(?=\w)/, "").split("."))
  return [
    ...parts
      .filter((part) => banned.has(part))
      .map((part) => `${path}: "${part}" says nothing; name it after what it exports or does.`),
    ...parts
      .filter((part) => !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(part))
      .map((part) => `${path}: "${part}" is not kebab-case; write use-domain-rows.ts for useDomainRows.`),
  ]
}

// Size

function sizeViolations({ path, source }: SourceFile): string[] {
  const lines = source.split("\n").length
  const limit = isTest(path) ? longestTest : longestFile
  if (lines <= limit) return []
  return [
    `${path}: ${lines} lines are more than ${limit}; find the second thing that it does and give it a file.`,
  ]
}

// Who imports whom

/** A glob counts by its folder: its layer is that of what it finds. */
function everyImport({ path, source }: SourceFile): readonly string[] {
  const { names, globs } = importsOf(path, source)
  return [...names, ...globs]
}

interface Layer {
  readonly name: string
  readonly holds: RegExp
  /** Names of layers; its own is always allowed. */
  readonly mayImport: readonly string[]
  /** What to do instead. */
  readonly advice: string
}

const contract = "contract"
/** Each may import those below it in the list, and only those of its own package and of what that stands on. */
const serverLayers = [
  "server/process",
  "server/app",
  "server/features",
  "server/demo",
  "server/http",
  "server/session",
  "server/scheduler",
  "server/security",
  "server/realtime",
  "server/db",
  "server/slider",
  "server/sheet",
  "server/threads",
  "server/log",
  "server/metrics",
  "server/tracing",
  "server/errors",
  "server/words",
  "server/settings",
] as const
const below = (name: (typeof serverLayers)[number]): string[] => [
  ...serverLayers.slice(serverLayers.indexOf(name) + 1),
  contract,
]
const serverLayer = (name: (typeof serverLayers)[number], holds: RegExp, advice: string): Layer => ({
  name,
  holds,
  mayImport: below(name),
  advice,
})

const layers: readonly Layer[] = [
  { name: contract, holds: /^contract\/src\//, mayImport: [], advice: "the contract stands on zod alone" },
  {
    name: "bridge",
    holds: /^bridge\/src\//,
    mayImport: [contract],
    advice: "the bridge knows only the contract",
  },
  {
    name: "portal/main",
    holds: /^portal\/src\/main\.tsx$/,
    mayImport: ["portal/app", "portal/platform", "portal/ui", contract],
    advice: "main only starts app",
  },
  {
    name: "portal/app",
    holds: /^portal\/src\/app\//,
    mayImport: ["portal/features", "portal/page-kit", "portal/ui", "portal/platform", "bridge", contract],
    advice: "app composes and is imported by nobody",
  },
  {
    name: "portal/features",
    holds: /^portal\/src\/features\//,
    mayImport: ["portal/page-kit", "portal/ui", "portal/platform", "bridge", contract],
    advice: "ask the platform, or let app bring the two together",
  },
  {
    name: "portal/page-kit",
    holds: /^portal\/src\/page-kit\//,
    mayImport: ["portal/ui", "portal/platform", contract],
    advice: "the page kit joins looks and calls for every feature and knows none of them",
  },
  {
    name: "portal/platform",
    holds: /^portal\/src\/platform\//,
    mayImport: ["bridge", contract],
    advice: "the platform is handed what it needs by app",
  },
  {
    name: "portal/ui",
    holds: /^portal\/src\/ui\//,
    mayImport: [],
    advice: "ui has looks and no product knowledge; pass it in as a property",
  },
  {
    name: "portal/boot",
    holds: /^portal\/src\/boot\//,
    mayImport: [],
    advice: "it runs where nothing else does",
  },
  {
    name: "server/config",
    holds: /^server\/src\/config\.ts$/,
    mayImport: ["server/log", "server/words", "server/settings", contract],
    advice: "the configuration is read first and needs nothing else",
  },
  {
    name: "server/process",
    holds: /^server\/src\/(main\.ts|job-listener\.ts|shutdown-hooks\.ts|commands\/)/,
    mayImport: ["server/config", ...below("server/process")],
    advice: "main and commands read the configuration, open the database and start the rest",
  },
  serverLayer("server/app", /^server\/src\/(app|features)\.ts$/, "app is handed the configuration by main"),
  serverLayer(
    "server/features",
    /^server\/src\/features\//,
    "a feature answers calls; app brings features together",
  ),
  serverLayer("server/demo", /^server\/src\/demo\//, "demo data is written into tables"),
  serverLayer("server/http", /^server\/src\/http\//, "http is handed what it needs by app"),
  serverLayer("server/session", /^server\/src\/session\//, "a session knows who asks, not what is answered"),
  serverLayer("server/scheduler", /^server\/src\/scheduler\//, "jobs are handed to the scheduler by app"),
  serverLayer(
    "server/security",
    /^server\/src\/security\//,
    "security knows tickets, codes and grants, not requests: it answers, and a feature refuses",
  ),
  serverLayer(
    "server/realtime",
    /^server\/src\/realtime\//,
    "realtime knows events and scopes, not requests",
  ),
  serverLayer("server/db", /^server\/src\/db\//, "db knows tables, not requests"),
  serverLayer("server/slider", /^server\/src\/slider\//, "the slider draws pictures and knows nobody"),
  serverLayer("server/sheet", /^server\/src\/sheet\//, "the sheet reads and writes files and knows nobody"),
  serverLayer("server/threads", /^server\/src\/threads\//, "a pool of threads knows nobody"),
  serverLayer("server/log", /^server\/src\/log\//, "a log is told what to write"),
  serverLayer("server/metrics", /^server\/src\/metrics\//, "a metric is told what to count"),
  serverLayer("server/tracing", /^server\/src\/tracing\//, "a trace is told what to send"),
  serverLayer("server/errors", /^server\/src\/errors\//, "an error knows nobody"),
  serverLayer("server/words", /^server\/src\/words\//, "words for operators know nobody"),
  serverLayer(
    "server/settings",
    /^server\/src\/(database-settings|unknown-variables)\.ts$/,
    "what the configuration and the database agree on needs nothing else",
  ),
]

const layerOf = (path: string) => layers.find(({ holds }) => holds.test(path))
const packageOf = (path: string) => /^(contract|bridge|server|portal)\//.exec(path)?.[1]
const featureOf = (path: string) => /\/src\/features\/([^/]+)\//.exec(path)?.[1]

function importViolations(file: SourceFile, imported: string): string[] {
  const ours = targetOf(file.path, imported)
  if (ours === null) return libraryViolations(file, imported)
  return [...wayViolations(file, imported, ours), ...layerViolations(file, imported, ours)]
}

/** The path that an import of ours leads to, or null: it is a library's. */
function targetOf(from: string, imported: string): string | null {
  if (imported.startsWith(".")) return posix.join(dirname(from), imported)
  const named = /^@uc\/(\w+)\/(.+)$/.exec(imported)
  if (named) return `${named[1]}/src/${named[2]}.ts`
  return imported.startsWith("@uc/") ? `${imported.slice("@uc/".length)}/src/?` : null
}

function libraryViolations({ path }: SourceFile, imported: string): string[] {
  if (isTest(path)) return []
  if (path.startsWith("contract/src/") && imported !== "zod") {
    return [`${path} imports ${imported}: the contract stands on zod alone, so that both sides can have it.`]
  }
  if (/^(bridge|portal)\/src\//.test(path) && imported.startsWith("node:")) {
    return [`${path} imports ${imported}: this runs in a browser; Node's modules are the server's.`]
  }
  return []
}

function wayViolations({ path }: SourceFile, imported: string, target: string): string[] {
  if (!imported.startsWith(".")) return []
  if (packageOf(path) !== packageOf(target) && layerOf(path) && layerOf(target)) {
    return [`${path} imports ${imported}: write the package's name instead, @uc/contract/domains.`]
  }
  if (!extname(imported.replace(/\?.*$/, ""))) {
    return [`${path} imports ${imported}: write the extension, ./x.ts; the cycle check sees no other.`]
  }
  return []
}

function layerViolations({ path }: SourceFile, imported: string, target: string): string[] {
  const sides = [packageOf(path), packageOf(target)]
  if (sides.includes("server") && sides.includes("portal")) {
    return [
      `${path} imports ${imported}: server and portal never meet; what both need belongs into the contract.`,
    ]
  }
  if (isTest(path) || testHarness.test(path)) return []
  if (testHarness.test(target)) return [`${path} imports ${imported}: that is for tests only.`]
  const from = layerOf(path)
  const to = layerOf(target)
  if (!from || !to) return []
  const [own, other] = [featureOf(path), featureOf(target)]
  if (from.name === to.name && own !== other) {
    if (other !== undefined && posix.basename(target) === "public.ts") return []
    return [`${path} imports ${imported}: a feature imports another one only through its public.ts.`]
  }
  if (from.name === to.name || from.mayImport.includes(to.name)) return []
  return [`${path} imports ${imported}: ${from.name} may not import ${to.name}; ${from.advice}.`]
}

// Barrels

function barrelViolations({ path, source }: SourceFile): string[] {
  if (/\/features\/[^/]+\/public\.ts$/.test(path)) return []
  if (!/^\s*export\s+(type\s+)?(\*|\{)[^"'`;]*?\bfrom\s*["']/m.test(source)) return []
  return [
    `${path} exports what it does not hold: let everybody import the file itself, there are no barrels but public.ts.`,
  ]
}

// Environment

function environmentViolations({ path, source }: SourceFile): string[] {
  if (!/^(contract|bridge|server|portal)\/src\//.test(path)) return []
  if (/^server\/src\/(main\.ts|commands\/|config\.ts)/.test(path) || !/\bprocess\.env\b/.test(source))
    return []
  return [
    `${path} reads the environment: only server/src/config.ts knows the variables; take the value as a parameter.`,
  ]
}

// Folders

/** About 25: a folder that grows gets sub-folders named after what they do. */
export const fullestFolder = 28

export function folderViolations(paths: readonly string[]): string[] {
  const counts = new Map<string, number>()
  for (const path of paths) {
    if (!/^(contract|bridge|server|portal)\/src\//.test(path) || path.includes("/migrations/")) continue
    const folder = dirname(path)
    counts.set(folder, (counts.get(folder) ?? 0) + 1)
  }
  return [...counts]
    .filter(([, count]) => count > fullestFolder)
    .map(([folder, count]) => `${folder} holds ${count} files: give those that belong together a folder.`)
}

// Circles

/** Each circle of files once, as a path that ends where it begins. Imports of types count: a reader follows them too. */
export function circles(files: readonly SourceFile[]): string[] {
  const known = new Set(files.map(({ path }) => path))
  const targets = new Map(
    files.map(({ path, source }) => {
      const { names, globs } = importsOf(path, source)
      const named = names.flatMap((imported) => {
        const target = targetOf(path, imported)
        return target !== null && known.has(target) ? [target] : []
      })
      return [path, [...named, ...globs.flatMap((glob) => foundBy(glob, path, known))]]
    }),
  )
  const found: string[] = []
  const state = new Map<string, "open" | "done">()
  const visit = (path: string, way: readonly string[]): void => {
    if (state.get(path) === "done") return
    if (state.get(path) === "open") {
      found.push([...way.slice(way.indexOf(path)), path].join(" -> "))
      return
    }
    state.set(path, "open")
    for (const target of targets.get(path) ?? []) visit(target, [...way, path])
    state.set(path, "done")
  }
  for (const { path } of files) visit(path, [])
  return found
}
