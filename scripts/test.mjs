// `npm test`: everything that is proven about this project, in order from quick to slow, stopping at the first failure.
import { spawn } from "node:child_process"
import { mkdirSync, readFileSync, rmSync } from "node:fs"
import { join } from "node:path"
import { ensureBrowser } from "./browser.mjs"
import { playwrightFailures, vitestFailures } from "./failed-tests.mjs"
import { Failure, build, install, orFail, requireNode, root } from "./prepare.mjs"
import { afterBuild, beforeBuild, playwrightResult, resultFolder, vitestResult } from "./stages.mjs"
import { isGreen, lastLine, playwrightCount, sum, vitestCount } from "./test-count.mjs"

/** @type {number | undefined} */
let group

/**
 * Runs a tool out of node_modules in a process group of its own, which ends with it: no worker outlives its run.
 * @param {import("./stages.mjs").Stage} stage
 * @returns {Promise<boolean>}
 */
function runTool({ tool, args, env = {} }) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [join(root, "node_modules", tool), ...args], {
      cwd: root,
      stdio: "inherit",
      detached: process.platform !== "win32",
      env: { ...process.env, ...env },
    })
    group = child.pid
    child.on("error", reject)
    child.on("exit", (code) => {
      endGroup("SIGKILL")
      resolve(code === 0)
    })
  })
}

/** @param {NodeJS.Signals} signal */
function endGroup(signal) {
  if (group === undefined || process.platform === "win32") return
  try {
    process.kill(-group, signal)
  } catch {
    // Nobody was left.
  }
}

for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"])) {
  process.on(signal, () => {
    // Asked, not killed: the tests' database is stopped by whoever started it.
    endGroup("SIGTERM")
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

/** @param {import("./stages.mjs").Stage} stage */
const asStep = (stage) => ({ name: stage.name, run: () => runTool(stage) })

const steps = [
  ...beforeBuild.map(asStep),
  { name: "build", run: () => build().then(() => true) },
  ...afterBuild.map(asStep),
]

/** @type {string[]} */
const lines = []
let failedStage = ""
for (const { name, run } of steps) {
  console.log(`\n── ${name}`)
  const began = performance.now()
  let isOk = false
  try {
    isOk = await run()
  } catch (error) {
    console.error(error instanceof Failure ? error.message : error)
  }
  lines.push(`${isOk ? "ok    " : "FAILED"} ${name} ${((performance.now() - began) / 1000).toFixed(1)} s`)
  if (isOk && process.exitCode === undefined) continue
  failedStage = name
  break
}

const units = written(vitestResult)
const browser = written(playwrightResult)
for (const failure of [...vitestFailures(units), ...playwrightFailures(browser)])
  console.log(`\nFAILED ${failure}`)
const count = sum([vitestCount(units), playwrightCount(browser)])
console.log(`\n${lines.join("\n")}`)
if (failedStage) console.log(`Stopped at: ${failedStage}`)
console.log(lastLine(count, failedStage))
process.exit(isGreen(count, failedStage) ? 0 : 1)
