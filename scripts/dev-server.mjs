// The server's process in development: ended and started again whenever it is asked, always at the same address.
import { spawn } from "node:child_process"
import { once } from "node:events"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { pathToFileURL } from "node:url"
import { root } from "./prepare.mjs"
import { freePort } from "./free-port.mjs"
import { sentenceOf } from "./log-sentences.mjs"

/**
 * @param {string} mainFile
 * @param {Readonly<Record<string, string>>} variables
 */
export async function makeDevServer(mainFile, variables) {
  const port = await freePort()
  const address = `http://127.0.0.1:${port}`
  // Whoever kills the process that started it must not leave it behind.
  const code = `
    process.on("disconnect", () => process.kill(process.pid, "SIGTERM"))
    const { main } = await import(${JSON.stringify(pathToFileURL(mainFile).href)})
    await main(${JSON.stringify(join(root, "portal"))})
    process.send("ready")`
  /** @type {import("node:child_process").ChildProcess | null} */
  let child = null
  let isOver = false
  let isWaiting = false
  /** @type {Promise<void>} */
  let settled = Promise.resolve()
  /** What it says at every start is shown once. */
  const said = new Set()

  async function end() {
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const ending = once(child, "exit")
    child.kill("SIGTERM")
    await ending
  }

  /** @param {string} shownAddress */
  async function start(shownAddress) {
    const started = spawn(process.execPath, ["--enable-source-maps", "--input-type=module", "--eval", code], {
      env: { ...process.env, ...variables, HOST: "127.0.0.1", PORT: String(port) },
      stdio: ["ignore", "pipe", "inherit", "ipc"],
    })
    child = started
    let isReady = false
    if (started.stdout)
      createInterface(started.stdout).on("line", (line) => {
        const sentence = sentenceOf(line)
        if (sentence === null || (!isReady && said.has(sentence))) return
        if (!isReady) said.add(sentence)
        console.log(sentence.replaceAll(address, shownAddress))
      })
    started.once("message", () => (isReady = true))
    started.once("exit", (exitCode, signal) => {
      const isAsked = isOver || child !== started || isWaiting
      if (!isAsked)
        console.error(`The server has ended (${signal ?? exitCode}); it starts with the next change.`)
    })
    await Promise.race([once(started, "message"), once(started, "exit")])
  }

  /**
   * @param {Promise<void>} earlier
   * @param {string} shownAddress
   */
  async function restart(earlier, shownAddress) {
    await earlier
    await end()
    isWaiting = false
    if (!isOver) await start(shownAddress)
  }

  return {
    address,
    /** While it starts, whoever asks something of it waits. */
    settled: () => settled,
    /** @param {string} shownAddress where people see it */
    restart(shownAddress) {
      if (isWaiting) return
      isWaiting = true
      settled = restart(settled, shownAddress)
    },
    async stop() {
      isOver = true
      await end()
      await settled
    },
  }
}
