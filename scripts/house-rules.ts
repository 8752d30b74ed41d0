import { dirname, extname, posix } from "node:path"

/** The house's rules as a pure function over the files' text. ARCHITECTURE.md says why they are. */
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
    ...importsOf(file.source).flatMap((imported) => importViolations(file, imported)),
    ...barrelViolations(file),
    ...environmentViolations(file),
  ])
}

const isTest = (path: string) => /\.(test|soak)\.\w+$/.test(path)
/** Product code never needs these. */
const testHarness = /^server\/src\/(([\w-]+\/)*test(-\w+)+|db\/scratch(-\w+)*)\.ts$/

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

export function importsOf(source: string): string[] {
  const code = source.replace(/\/\*[\s\S]*?\*\//g, "").replace(/^\s*\/\/.*$/gm, "")
  const statements = code.matchAll(/^\s*(?:import|export)\b[^"'`;]*?\bfrom\s*["']([^"']+)["']/gm)
  const bare = code.matchAll(/^\s*import\s*["']([^"']+)["']/gm)
  const dynamic = code.matchAll(/\bimport\(\s*["']([^"']+)["']\s*\)/g)
  return [...statements, ...bare, ...dynamic].map(([, name]) => String(name))
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
const layers: readonly Layer[] = [
  { name: contract, holds: /^contract\/src\//, mayImport: [], advice: "the contract stands on zod alone" },
  {
    name: "bridge",
    holds: /^bridge\/src\//,
    mayImport: [contract],
    advice: "the bridge knows only the contract",
  },
  {
    name: "portal's main",
    holds: /^portal\/src\/main\.tsx$/,
    mayImport: ["portal/app", "portal/platform", "portal/ui", contract],
    advice: "main only starts app",
  },
  {
    name: "portal/app",
    holds: /^portal\/src\/app\//,
    mayImport: ["portal/features", "portal/ui", "portal/platform", "bridge", contract],
    advice: "app composes and is imported by nobody",
  },
  {
    name: "portal/features",
    holds: /^portal\/src\/features\//,
    mayImport: ["portal/ui", "portal/platform", "bridge", contract],
    advice: "ask the platform, or let app bring the two together",
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
    name: "portal/early",
    holds: /^portal\/src\/early\//,
    mayImport: [],
    advice: "it runs where nothing else does",
  },
  {
    name: "server's processes",
    holds: /^server\/src\/(main|demo-data|first-admin)\.ts$/,
    mayImport: [
      "server/app",
      "server/config",
      "server/identity",
      "server/slider",
      "server/db",
      "server's plain files",
      contract,
    ],
    advice: "main reads the configuration, opens the database and starts app",
  },
  {
    name: "server/config",
    holds: /^server\/src\/config\.ts$/,
    mayImport: [contract],
    advice: "the configuration is the first thing read and needs nobody",
  },
  {
    name: "server/app",
    holds: /^server\/src\/(app|features)\.ts$/,
    mayImport: [
      "server/features",
      "server/http",
      "server/identity",
      "server/slider",
      "server/db",
      "server's plain files",
      contract,
    ],
    advice: "only main reads the configuration; app is handed what it needs",
  },
  {
    name: "server/features",
    holds: /^server\/src\/features\//,
    mayImport: [
      "server/http",
      "server/identity",
      "server/db",
      "server/sheet",
      "server's plain files",
      contract,
    ],
    advice: "features meet in app, or through a table in db; what proves who somebody is stands in identity",
  },
  {
    name: "server/http",
    holds: /^server\/src\/http\//,
    mayImport: ["server/identity", "server/slider", "server/db", "server's plain files", contract],
    advice: "http is handed what it needs by app",
  },
  {
    name: "server/identity",
    holds: /^server\/src\/identity\//,
    mayImport: ["server/slider", "server/db", "server's plain files", contract],
    advice: "identity knows tickets, codes and grants, not requests: it answers, and a feature refuses",
  },
  {
    name: "server/slider",
    holds: /^server\/src\/slider\//,
    mayImport: ["server's plain files", contract],
    advice: "the slider draws pictures and knows nobody",
  },
  {
    name: "server/sheet",
    holds: /^server\/src\/sheet\//,
    mayImport: [contract],
    advice: "the sheet reads files and knows nobody",
  },
  {
    name: "server/db",
    holds: /^server\/src\/db\//,
    mayImport: [contract],
    advice: "db knows tables, not requests",
  },
  {
    name: "server's plain files",
    holds: /^server\/src\/[\w-]+\.ts$/,
    mayImport: [contract],
    advice: "a plain file at the top is handed what it needs",
  },
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
    return [`${path} imports ${imported}: a feature never imports another; ${from.advice}.`]
  }
  if (from.name === to.name || from.mayImport.includes(to.name)) return []
  return [`${path} imports ${imported}: ${from.name} may not import ${to.name}; ${from.advice}.`]
}

// Barrels

function barrelViolations({ path, source }: SourceFile): string[] {
  if (!/^\s*export\s+(type\s+)?(\*|\{)[^"'`;]*?\bfrom\s*["']/m.test(source)) return []
  return [
    `${path} exports what it does not hold: let everybody import the file itself, there are no barrels.`,
  ]
}

// Environment

function environmentViolations({ path, source }: SourceFile): string[] {
  if (!/^(contract|bridge|server|portal)\/src\//.test(path)) return []
  if (/^server\/src\/(main|demo-data|first-admin|config)\.ts$/.test(path) || !/\bprocess\.env\b/.test(source))
    return []
  return [
    `${path} reads the environment: only server/src/config.ts knows the variables; take the value as a parameter.`,
  ]
}
