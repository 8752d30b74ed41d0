import { spawnSync } from "node:child_process"
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { join, relative } from "node:path"
import { brotliCompressSync, constants, gzipSync } from "node:zlib"
import { build, loadConfigFromFile, type Plugin } from "vite"
import { withoutNpm } from "../../scripts/prepare.mjs"
import type { Context } from "../benchmark.ts"

/** `bare` is what the others are measured against, `own` the portal's own controls. */
export const variants = ["bare", "own", "base-ui", "react-aria", "antd"] as const
export type Variant = (typeof variants)[number]
export type Compared = Exclude<Variant, "bare">
export const comparedVariants = variants.filter((variant): variant is Compared => variant !== "bare")

export interface BuiltVariant {
  readonly scriptKb: number
  readonly styleKb: number
  readonly gzipKb: number
  /** What lies in the folder, for the search for features that the oldest browsers do not have. */
  readonly text: string
  /** Modules out of portal/src/ui. */
  readonly uiFiles: readonly string[]
}

/** The libraries have a lockfile of their own, so that nobody who only starts the product fetches them. */
export function installLibraries({ root, say }: Context): void {
  const folder = join(root, "bench", "controls")
  const lock = readFileSync(join(folder, "package-lock.json"), "utf8")
  const installed = join(folder, "node_modules", ".package-lock.json")
  const wanted = Object.entries((JSON.parse(lock) as Lockfile).packages).filter(([path]) => path !== "")
  const present = existsSync(installed)
    ? (JSON.parse(readFileSync(installed, "utf8")) as Lockfile).packages
    : {}
  if (wanted.every(([path, { version }]) => present[path]?.version === version)) return
  say("installing the libraries in bench/controls …")
  const npm = process.env["npm_execpath"]
  const [command, first] = npm?.endsWith("js") ? [process.execPath, [npm]] : ["npm", []]
  const { status } = spawnSync(command, [...first, "ci", "--ignore-scripts", "--no-audit", "--no-fund"], {
    cwd: folder,
    env: withoutNpm(process.env),
    stdio: "inherit",
    shell: command === "npm" && process.platform === "win32",
  })
  if (status !== 0) throw new Error("npm ci in bench/controls failed.")
}

interface Lockfile {
  readonly packages: Record<string, { readonly version?: string }>
}

/** Builds the same page with one of the variants behind `virtual:variant`, as the portal is built. */
export async function buildVariant({ root, scratch }: Context, variant: Variant): Promise<BuiltVariant> {
  const portal = await loadConfigFromFile(
    { command: "build", mode: "production" },
    join(root, "portal", "vite.config.ts"),
  )
  const plugins = (portal?.config.plugins ?? []).flat() as Plugin[]
  const theme = plugins.find(({ name }) => name === "theme-sheet")
  const target = portal?.config.build?.target
  if (!theme || !target)
    throw new Error("The portal is built in another way now: bench/control-checks/variants.ts has to follow")
  const source = join(root, "bench", "controls", "page")
  const outDir = join(scratch("controls"), variant)
  const ui = join(root, "portal", "src", "ui")
  const uiFiles = new Set<string>()
  await build({
    root: source,
    base: `/${variant}/`,
    configFile: false,
    logLevel: "error",
    plugins: [
      theme,
      {
        name: "variant",
        resolveId: (id) =>
          id === "virtual:variant" ? join(root, "bench", "controls", variant, "page.tsx") : null,
        transform(_code, id) {
          const [file = ""] = id.split("?")
          if (file.startsWith(ui) && !file.endsWith("base.css")) uiFiles.add(relative(root, file))
        },
      },
    ],
    // One React, whether a library of bench/controls or a file of the portal asks for it.
    resolve: { dedupe: ["react", "react-dom"] },
    oxc: { jsx: { runtime: "automatic" } },
    build: {
      target,
      outDir: relative(source, outDir),
      emptyOutDir: true,
      modulePreload: false,
      chunkSizeWarningLimit: 4_000,
    },
  })
  const files = readdirSync(outDir, { recursive: true, withFileTypes: true }).filter((entry) =>
    /\.(js|css)$/.test(entry.name),
  )
  const contents = files.map(({ parentPath, name }) => ({
    name,
    content: readFileSync(join(parentPath, name)),
  }))
  const kb = (ending: string, size: (content: Buffer) => number) =>
    contents
      .filter(({ name }) => name.endsWith(ending))
      .reduce((sum, { content }) => sum + size(content), 0) / 1000
  return {
    scriptKb: kb(".js", brotliSize),
    styleKb: kb(".css", brotliSize),
    gzipKb: kb("", (content) => gzipSync(content, { level: 9 }).length),
    text: contents.map(({ content }) => content.toString("utf8")).join("\n"),
    uiFiles: [...uiFiles].toSorted(),
  }
}

function brotliSize(content: Buffer): number {
  return brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length
}

/** Lines that somebody of ours writes and reads, without empty ones. */
export function linesOf(root: string, paths: readonly string[]): number {
  return paths
    .map((path) => readFileSync(join(root, path), "utf8"))
    .reduce((sum, text) => sum + text.split("\n").filter((line) => line.trim() !== "").length, 0)
}

/** The page of a variant, and apart from it the controls that would stand in portal/src/ui. */
export function linesOfVariant(root: string, variant: Compared, uiFiles: readonly string[]) {
  const folder = join("bench", "controls", variant)
  // The tree is of another benchmark.
  const files = readdirSync(join(root, folder)).flatMap((name) =>
    name === "tree.tsx" ? [] : [join(folder, name)],
  )
  const isControl = (path: string) => !/(page|person-dialog)\.tsx$/.test(path)
  return {
    page: linesOf(
      root,
      files.filter((path) => !isControl(path)),
    ),
    controls: linesOf(root, files.filter(isControl)) + linesOf(root, variant === "antd" ? [] : uiFiles),
  }
}

/** Newer than Chromium 87: its CSS, its elements and its script that no build target turns into older ones. */
const newerFeatures: readonly (readonly [string, RegExp])[] = [
  [":has( (105)", /:has\(/],
  ["@container (105)", /@container\b/],
  ["anchor positioning (125)", /anchor-name|position-anchor|anchor\(/],
  ["@layer (99)", /@layer\b/],
  [":where( / :is( (88)", /:(?:where|is)\(/],
  ["aspect-ratio (88)", /[;{]aspect-ratio:/],
  ["dvh (108)", /\d(?:dvh|svh)\b/],
  ["color-mix() (111)", /color-mix\(/],
  ["showPopover (114)", /showPopover|\.popover=/],
  ["inert (102)", /["'.]inert\b|\binert:/],
  ["Array.at (92)", /\.at\(-?\d/],
  ["Object.hasOwn (93)", /Object\.hasOwn\b/],
  ["structuredClone (98)", /\bstructuredClone\(/],
  ["findLast (97)", /\.findLast(?:Index)?\(/],
  ["toSorted (110)", /\.to(?:Sorted|Reversed|Spliced)\(/],
  ["checkVisibility (105)", /checkVisibility/],
  ["crypto.randomUUID (92)", /randomUUID/],
]

/** What this variant has and the bare page has not. */
export function newerThanOldest(text: string, bareText: string): string[] {
  return newerFeatures.flatMap(([name, pattern]) =>
    pattern.test(text) && !pattern.test(bareText) ? [name] : [],
  )
}
