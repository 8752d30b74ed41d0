import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { arch, cpus, loadavg, platform, tmpdir, totalmem } from "node:os"
import { dirname, join, resolve } from "node:path"
import { parseArgs } from "node:util"
import type { Browser } from "@playwright/test"
import { rowOf, type Benchmark, type Context, type Row } from "./benchmark.ts"
import { alarmsCard } from "./alarms-card.ts"
import { alarmsIngest } from "./alarms-ingest.ts"
import { alarmsList } from "./alarms-list.ts"
import { alarmsStreams } from "./alarms-streams.ts"
import { captcha } from "./captcha.ts"
import { controls } from "./controls.ts"
import { exports } from "./exports.ts"
import { firstLoad } from "./first-load.ts"
import { growth } from "./growth.ts"
import { homeLoad } from "./home-load.ts"
import { importPeople } from "./import.ts"
import { merge } from "./merge.ts"
import { paging } from "./paging.ts"
import { patrolStatistics } from "./patrol-statistics.ts"
import { personSearch } from "./person-search.ts"
import { peopleTree } from "./people-tree.ts"
import { pickerOpen } from "./picker-open.ts"
import { pipelining } from "./pipelining.ts"
import { homeCards } from "./home-cards.ts"
import { npmStart } from "./product.ts"
import { qrPoll } from "./qr-poll.ts"
import { routeChange } from "./route-change.ts"
import { scim } from "./scim.ts"
import { signIn } from "./sign-in.ts"
import { signOn } from "./sign-on.ts"
import { sliderAttacks } from "./slider-attacks.ts"
import { launchBrowser } from "./slow-browser.ts"
import { start } from "./start.ts"
import { stop } from "./stop.ts"
import { tasks } from "./tasks.ts"
import { tableOf, wordsOf } from "./table.ts"
import { throughput } from "./throughput.ts"
import { tree } from "./tree.ts"

const benchmarks: readonly Benchmark[] = [
  firstLoad,
  homeLoad,
  routeChange,
  start,
  stop,
  throughput,
  pipelining,
  signIn,
  signOn,
  captcha,
  qrPoll,
  sliderAttacks,
  personSearch,
  paging,
  tree,
  controls,
  pickerOpen,
  peopleTree,
  alarmsIngest,
  alarmsList,
  alarmsStreams,
  alarmsCard,
  homeCards,
  importPeople,
  merge,
  exports,
  scim,
  tasks,
  patrolStatistics,
  growth,
]

/**
 * `npm run bench -- [names] [--json file] [--quick]`. A goal that is missed is told and is no failure: only whoever
 * reads the table knows what else the machine was doing.
 */
export async function main(argv: readonly string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args: [...argv],
    allowPositionals: true,
    options: { json: { type: "string" }, quick: { type: "boolean", default: false } },
  })
  const unknown = positionals.filter((name) => !benchmarks.some((benchmark) => benchmark.name === name))
  if (unknown.length > 0) {
    console.error(
      `No benchmark ${unknown.join(", ")}. There are: ${benchmarks.map((b) => b.name).join(", ")}`,
    )
    process.exitCode = 1
    return
  }
  const chosen = benchmarks.filter(({ name }) => positionals.length === 0 || positionals.includes(name))
  const root = repositoryRoot()
  const run = new Run(root, values.quick)
  const interrupted = () => void run.end().then(() => process.exit(130))
  process.once("SIGINT", interrupted).once("SIGTERM", interrupted)
  const rows: Row[] = []
  const failed: string[] = []
  const loadBefore = loadavg()[0]
  try {
    for (const benchmark of chosen) {
      console.log(`\n${benchmark.name}: ${benchmark.goal}`)
      try {
        rows.push(...(await benchmark.run(run.context)).map((measured) => rowOf(benchmark.name, measured)))
      } catch (error) {
        // What the others have measured, some of it for minutes, is not lost.
        console.error(error)
        failed.push(benchmark.name)
      } finally {
        await run.endBenchmark()
      }
    }
    const machine = {
      cores: cpus().length,
      memoryGb: Math.round(totalmem() / 2 ** 30),
      system: `${platform()} ${arch()}`,
      node: process.versions.node,
      chromium: await run.browserVersion(),
      loadBefore,
      loadAfter: loadavg()[0],
    }
    const file = resolve(values.json ?? join(root, ".cache", "bench.json"))
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, `${JSON.stringify({ at: new Date().toISOString(), machine, rows }, null, 2)}\n`)
    console.log(`\n${tableOf(rows)}\n`)
    console.log(
      Object.entries(machine)
        .flatMap(([name, value]) => (value === null ? [] : [`${name} ${value}`]))
        .join(", "),
    )
    for (const { name, goal, unit, isReached } of rows)
      if (goal && isReached === false) console.log(`Missed: ${name}, ${wordsOf(goal, unit)}`)
    console.log(`Written to ${file}`)
    if (failed.length === 0) return
    console.error(`Not measured: ${failed.join(", ")}`)
    process.exitCode = 1
  } finally {
    await run.end()
  }
}

/** What the benchmarks of one run share, made when the first of them asks for it. */
class Run {
  readonly context: Context
  #browser: Promise<Browser> | null = null
  #product: Promise<{ address: string }> | null = null
  /** What the benchmark that runs has started. */
  readonly #ends: (() => Promise<void>)[] = []
  readonly #sharedEnds: (() => Promise<void>)[] = []
  readonly #folder = mkdtempSync(join(tmpdir(), "user-centre-bench-"))

  constructor(root: string, isQuick: boolean) {
    this.#letIn(this.#folder)
    this.context = {
      root,
      isQuick,
      browser: () => (this.#browser ??= this.#launch()),
      product: () => (this.#product ??= this.#start()),
      scratch: (name) => {
        const folder = join(this.#folder, name)
        mkdirSync(folder, { recursive: true })
        this.#letIn(folder)
        return folder
      },
      onEnd: (end) => this.#ends.push(end),
      onRunEnd: (end) => this.#sharedEnds.push(end),
      say: (line) => console.log(`  ${line}`),
    }
  }

  async browserVersion(): Promise<string | null> {
    return (await this.#browser)?.version() ?? null
  }

  async endBenchmark(): Promise<void> {
    for (const end of this.#ends.splice(0).toReversed()) await end()
  }

  async end(): Promise<void> {
    await this.endBenchmark()
    for (const end of this.#sharedEnds.splice(0).toReversed()) await end()
    rmSync(this.#folder, { recursive: true, force: true })
  }

  /** The embedded database runs under another user when we are root. */
  #letIn(folder: string): void {
    chmodSync(folder, 0o711)
  }

  async #launch(): Promise<Browser> {
    const browser = await launchBrowser()
    this.context.onRunEnd(() => browser.close())
    return browser
  }

  async #start(): Promise<{ address: string }> {
    const product = await npmStart(this.context.root, this.context.scratch("data"))
    this.context.onRunEnd(() => product.stop())
    return product
  }
}

/** From the source as from what is built of it. */
function repositoryRoot(): string {
  let folder = import.meta.dirname
  while (!existsSync(join(folder, "package-lock.json"))) folder = dirname(folder)
  return folder
}
