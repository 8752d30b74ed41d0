import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { alarmCalls } from "@uc/contract/alarms/calls"
import { monitorMessages } from "@uc/contract/monitor/messages"
import { defaultSiteConfig } from "@uc/contract/core/site-defaults"
import { expect, onTestFinished, test } from "vitest"
import { signedIn } from "../bench/product.ts"
import { freshPage, launchBrowser } from "../bench/slow-browser.ts"
import { startProduct } from "../e2e/product.ts"
import { build } from "../scripts/prepare.mjs"

const awayMs = 60_000
/** What a browser waits for, and a little. */
const longestAnswerMs = 6000

function childrenOf(parent: number): number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        // Behind the name in brackets: the state, then the parent.
        return Number(readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)?.split(" ")[1]) === parent
      } catch {
        // It has ended meanwhile.
        return false
      }
    })
}

test("[WARN-7] the database away for a minute: nobody is told that nothing is there, lists are marked with their time, and all is back within 5 s", async () => {
  await build()
  const product = await startProduct({ DEMO: "on" })
  onTestFinished(() => product.stop())
  const { address, dataDir } = product
  const cookie = await signedIn(address, "bureau")
  const { service, path } = alarmCalls.records
  const ask = async () => {
    const beganMs = performance.now()
    const answer = await fetch(`${address}${defaultSiteConfig.services[service]}${path}`, {
      headers: { cookie: `${cookie.name}=${cookie.value}` },
    })
    await answer.text()
    return { status: answer.status, tookMs: performance.now() - beganMs }
  }
  expect((await ask()).status).toBe(200)

  const browser = await launchBrowser()
  onTestFinished(() => browser.close())
  const page = await freshPage(browser, [{ ...cookie, url: address }])
  await page.goto(`${address}/static/usercenter/#/main/alarms`)
  const note = page.getByRole("alert").filter({ hasText: "连接中断" })
  const dock = page.getByRole("complementary", { name: "预警监测" })
  await dock.getByText(/更新$/).waitFor()
  await page.getByRole("table").waitFor()

  const postmaster = Number(readFileSync(join(dataDir, "postgres", "postmaster.pid"), "utf8").split("\n")[0])
  const frozen: number[] = []
  // First the one that would make others; the rest are its children, each of a session of its own.
  const freeze = (pid: number) => {
    process.kill(pid, "SIGSTOP")
    frozen.push(pid)
  }
  freeze(postmaster)
  childrenOf(postmaster).forEach(freeze)
  const goOn = () => {
    for (const pid of frozen.splice(0)) process.kill(pid, "SIGCONT")
  }
  // Before the product is stopped: it would wait for it.
  onTestFinished(goOn)
  const stoppedMs = performance.now()
  const statuses = new Set<number>()
  let longestMs = 0
  while (performance.now() - stoppedMs < awayMs) {
    const { status, tookMs } = await ask()
    // What was remembered is repeated for a second at most.
    if (performance.now() - stoppedMs > 3000) statuses.add(status)
    longestMs = Math.max(longestMs, tookMs)
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  expect(statuses).toEqual(new Set([503]))
  expect(longestMs).toBeLessThan(longestAnswerMs)
  expect(await note.textContent()).toMatch(/以下是(今天|昨天) \d\d:\d\d:\d\d的情况/)
  expect(await page.getByRole("table").isVisible()).toBe(true)
  expect(await dock.textContent()).toContain(monitorMessages.interrupted)

  goOn()
  const backMs = performance.now()
  await expect.poll(async () => (await ask()).status, { timeout: 5000, interval: 100 }).toBe(200)
  await note.waitFor({ state: "detached", timeout: 5000 - (performance.now() - backMs) })
  console.log(
    `back after ${Math.round(performance.now() - backMs)} ms; longest answer meanwhile ${Math.round(longestMs)} ms`,
  )
})
