import { join, relative } from "node:path"
import { chromium, type Browser, type Page } from "@playwright/test"
import { build, loadConfigFromFile, type Plugin } from "vite"
import { browserFlags, findBrowser } from "../scripts/browser.mjs"
import { startBare } from "./bare.ts"
import type { Benchmark, Context, Goal, Measured } from "./benchmark.ts"
import { installLibraries } from "./control-checks/variants.ts"
import { freshPage } from "./slow-browser.ts"
import { compared, median } from "./statistics.ts"

const libraries = ["ours", "antd", "tree-v2"] as const
type Library = (typeof libraries)[number]

const names = { ours: "ours", antd: "antd Tree", "tree-v2": "element-plus tree-v2" } as const

interface Walk {
  readonly mountMs: number
  readonly checkRootMs: number
  readonly uncheckRootMs: number
  readonly checkLeafMs: number
  readonly expandAllMs: number
  readonly filterMs: number
  readonly mountedMb: number
  readonly usedMb: number
}

const goalSize = 100_000
const atMost = (number: number): Goal => ({ of: "ratio", limit: "at most", number })

/** The goals are those of 100,000 nodes: ours over the better of the two. */
const measures: readonly {
  readonly name: string
  readonly of: keyof Walk
  readonly unit: string
  readonly goal?: Goal
}[] = [
  { name: "mount to paint", of: "mountMs", unit: "ms", goal: atMost(1 / 5) },
  { name: "check the root", of: "checkRootMs", unit: "ms", goal: atMost(1 / 10) },
  { name: "uncheck the root", of: "uncheckRootMs", unit: "ms", goal: atMost(1 / 10) },
  { name: "check a leaf", of: "checkLeafMs", unit: "ms" },
  { name: "expand all", of: "expandAllMs", unit: "ms", goal: atMost(1 / 4) },
  { name: "filter, each key typed", of: "filterMs", unit: "ms", goal: atMost(1 / 2.5) },
  { name: "heap when mounted", of: "mountedMb", unit: "MB", goal: atMost(1 / 5) },
  { name: "heap after all of it", of: "usedMb", unit: "MB", goal: atMost(1 / 5) },
]

const typed = ["3", "3楼", "3楼4"]

export const tree: Benchmark = {
  name: "tree",
  goal: "a tree of 100,000 nodes mounts 5x, checks its root 10x, expands 4x and filters 2.5x as fast as the better of antd and element-plus, in a fifth of the memory",
  async run(context) {
    installLibraries(context)
    const address = await startBare(context, { folder: await buildTreePage(context), routes: [] })
    const browser = await launchUnpaced()
    context.onEnd(() => browser.close())
    const measured: Measured[] = []
    for (const size of context.isQuick ? [1_000] : [1_000, 10_000, goalSize]) {
      const walks: Record<Library, Walk[]> = { ours: [], antd: [], "tree-v2": [] }
      for (let at = 0; at < (context.isQuick ? 2 : 7); at++)
        for (const library of libraries)
          walks[library].push(await walkOnce(browser, `${address}/?library=${library}&size=${size}`))
      for (const library of libraries)
        context.say(
          `${size} nodes, ${names[library]}: ${measures
            .map(
              ({ name, of, unit }) =>
                `${name} ${median(walks[library].map((walk) => walk[of])).value.toFixed(1)} ${unit}`,
            )
            .join(", ")}`,
        )
      for (const { goal, ...measure } of measures) {
        const rows = comparedWithBoth(`${size.toLocaleString("en")} nodes: ${measure.name}`, measure, walks)
        measured.push(
          ...rows.map((row, at) => (at === 0 && goal && size === goalSize ? { ...row, goal } : row)),
        )
      }
    }
    return measured
  },
}

/** The better of the two first. */
function comparedWithBoth(
  name: string,
  { of, unit }: { readonly of: keyof Walk; readonly unit: string },
  walks: Readonly<Record<Library, readonly Walk[]>>,
): Measured[] {
  const values = (library: Library) => walks[library].map((walk) => walk[of])
  return (["antd", "tree-v2"] as const)
    .map((library) => ({ name, unit, ...compared(values("ours"), values(library), names[library]) }))
    .toSorted((one, other) => one.beside.value - other.beside.value)
}

async function walkOnce(browser: Browser, address: string): Promise<Walk> {
  const page = await freshPage(browser)
  try {
    await page.goto(address)
    await page.waitForFunction(() => window.benchTree !== undefined)
    // Loading and compiling are over; what follows is the tree alone.
    await page.waitForLoadState("networkidle")
    const emptyMb = await heapMb(page)
    const mountMs = await page.evaluate(() => window.benchTree?.mount() ?? Number.NaN)
    const mountedMb = (await heapMb(page)) - emptyMb
    const checkRootMs = await page.evaluate(() => window.benchTree?.checkRoot() ?? Number.NaN)
    const uncheckRootMs = await page.evaluate(() => window.benchTree?.uncheckRoot() ?? Number.NaN)
    const checkLeafMs = await page.evaluate(() => window.benchTree?.checkLeaf() ?? Number.NaN)
    const expandAllMs = await page.evaluate(() => window.benchTree?.expandAll() ?? Number.NaN)
    const filterMs: number[] = []
    for (const text of typed)
      filterMs.push(await page.evaluate((words) => window.benchTree?.filter(words) ?? Number.NaN, text))
    await page.evaluate(() => window.benchTree?.filter(""))
    const usedMb = (await heapMb(page)) - emptyMb
    return {
      mountMs,
      checkRootMs,
      uncheckRootMs,
      checkLeafMs,
      expandAllMs,
      filterMs: median(filterMs).value,
      mountedMb,
      usedMb,
    }
  } finally {
    await page.context().close()
  }
}

/** What lives after a collection. Typed arrays keep their numbers outside of the heap proper; they count. */
async function heapMb(page: Page): Promise<number> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send("HeapProfiler.enable")
  await devtools.send("HeapProfiler.collectGarbage")
  const { usedSize, backingStorageSize } = await devtools.send("Runtime.getHeapUsage")
  await devtools.detach()
  return (usedSize + backingStorageSize) / 1e6
}

/** Frames come as soon as they are ready: else a wait for the next one, the same for all, would hide the work. */
export async function launchUnpaced(): Promise<Browser> {
  const executablePath = await findBrowser()
  if (!executablePath) throw new Error("No browser was found; set CHROMIUM_PATH to one.")
  const args = [...browserFlags, "--disable-frame-rate-limit", "--disable-gpu-vsync"]
  return chromium.launch({ executablePath, args })
}

async function buildTreePage({ root, scratch }: Context): Promise<string> {
  const portal = await loadConfigFromFile(
    { command: "build", mode: "production" },
    join(root, "portal", "vite.config.ts"),
  )
  const plugins = (portal?.config.plugins ?? []).flat() as Plugin[]
  const theme = plugins.find(({ name }) => name === "theme-sheet")
  if (!theme) throw new Error("The portal is built in another way now: bench/tree.ts has to follow")
  const outDir = scratch("tree-page")
  const source = join(root, "bench", "tree-page")
  await build({
    root: source,
    configFile: false,
    logLevel: "error",
    plugins: [theme],
    resolve: { alias: { "virtual:antd-tree": join(root, "bench", "controls", "antd", "tree.tsx") } },
    oxc: { jsx: { runtime: "automatic" } },
    define: {
      __VUE_OPTIONS_API__: "true",
      __VUE_PROD_DEVTOOLS__: "false",
      __VUE_PROD_HYDRATION_MISMATCH_DETAILS__: "false",
    },
    // The page waits for its library at the top of its module, which the portal's oldest browsers can't.
    build: {
      target: "es2022",
      outDir: relative(source, outDir),
      emptyOutDir: true,
      chunkSizeWarningLimit: 4_000,
    },
  })
  return outDir
}
