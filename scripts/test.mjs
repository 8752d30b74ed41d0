// `npm test`: everything that is proven about this project, row by row, stopping after the first row with a failure.
import { spawn } from "node:child_process"
import { mkdirSync, readFileSync, rmSync } from "node:fs"
import { join } from "node:path"
import { ensureBrowser } from "./browser.mjs"
import { playwrightFailures, vitestFailures } from "./failed-tests.mjs"
import { Failure, build, install, orFail, requireNode, root } from "./prepare.mjs"
import {
  afterBuild,
  beforeBuild,
  playwrightResult,
  resultFolder,
  serverResult,
  unitsResult,
} from "./stages.mjs"
import { isGreen, lastLine, playwrightCount, sum, vitestCount } from "./test-count.mjs"

/** @type {Set<number>} */
const groups = new Set()

/**
 * Runs a tool out of node_modules in a process group of its own, which ends with it: no worker outlives its run.
 * @param {import("./stages.mjs").Stage} stage
 * @param {boolean} isBeside another one is writing: what this one says is written when it has ended
 * @returns {Promise<boolean>}
 */
function runTool({ name, tool, args, env = {} }, isBeside) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [join(root, "node_modules", tool), ...args], {
      cwd: root,
      stdio: isBeside ? ["inherit", "pipe", "pipe"] : "inherit",
      detached: process.platform !== "win32",
      env: { ...process.env, ...env },
    })
    /** @type {Buffer[]} */
    const said = []
    for (const stream of [child.stdout, child.stderr]) stream?.on("data", (part) => said.push(part))
    const { pid = 0 } = child
    groups.add(pid)
    child.on("error", reject)
    child.on("exit", (code) => {
      endGroup(pid, "SIGKILL")
      groups.delete(pid)
      if (isBeside) console.log(`\n── ${name}\n${Buffer.concat(said).toString()}`)
      resolve(code === 0)
    })
  })
}

/**
 * @param {number} pid
 * @param {NodeJS.Signals} signal
 */
function endGroup(pid, signal) {
  if (pid === 0 || process.platform === "win32") return
  try {
    process.kill(-pid, signal)
  } catch {
    // Nobody was left.
  }
}

for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"])) {
  process.on(signal, () => {
    // Asked, not killed: the tests' database is stopped by whoever started it.
    for (const pid of groups) endGroup(pid, "SIGTERM")
    process.exitCode = 130
    setTimeout(() => process.exit(130), 5000).unref()
  })
}

/** @param {string} file */
function written(file) {
  try {
    return JSON.parse(readFileSync(file, "utf8"))
  } catch {
    return null
  }
}

await orFail(async () => {
  requireNode()
  install()
  // Before anything else: every later stage finds what it needs, and a machine that can't have it is told at once.
  process.env["CHROMIUM_PATH"] = await ensureBrowser()
  rmSync(resultFolder, { recursive: true, force: true })
  mkdirSync(resultFolder, { recursive: true })
})

/**
 * @param {import("./stages.mjs").Stage} stage
 * @param {number} at its place in its row
 */
const asStep = (stage, at) => ({ name: stage.name, run: () => runTool(stage, at > 0) })

const rows = [
  ...beforeBuild.map((stage) => [asStep(stage, 0)]),
  [{ name: "build", run: () => build().then(() => true) }],
  ...afterBuild.map((row) => row.map(asStep)),
]

/** @type {string[]} */
const lines = []
/** @type {string[]} */
const failedStages = []

/** @param {{ name: string, run: () => Promise<boolean> }} step */
async function take({ name, run }) {
  const began = performance.now()
  let isOk = false
  try {
    isOk = await run()
  } catch (error) {
    console.error(error instanceof Failure ? error.message : error)
  }
  lines.push(`${isOk ? "ok    " : "FAILED"} ${name} ${((performance.now() - began) / 1000).toFixed(1)} s`)
  if (!isOk || process.exitCode !== undefined) failedStages.push(name)
}

for (const row of rows) {
  console.log(`\n── ${row.map(({ name }) => name).join(", and at the same time: ")}`)
  await Promise.all(row.map(take))
  if (failedStages.length > 0) break
}
const failedStage = failedStages.join(" and ")

const vitests = [written(serverResult), written(unitsResult)]
const browser = written(playwrightResult)
for (const failure of [...vitests.flatMap(vitestFailures), ...playwrightFailures(browser)])
  console.log(`\nFAILED ${failure}`)
const count = sum([...vitests.map(vitestCount), playwrightCount(browser)])
console.log(`\n${lines.join("\n")}`)
if (failedStage) console.log(`Stopped at: ${failedStage}`)
console.log(lastLine(count, failedStage))
process.exit(isGreen(count, failedStage) ? 0 : 1)
