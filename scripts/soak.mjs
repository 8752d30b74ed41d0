// `npm run soak -- [part of a file's name]`: the long forms of the tests, minutes each.
import { join } from "node:path"
import { ensureBrowser } from "./browser.mjs"
import { install, orFail, requireNode, root, run } from "./prepare.mjs"

/**
 * Every browser test, also those that `npm test` leaves out; and C5: a hundred drags, each of them accepted.
 * @param {readonly string[]} names
 */
async function browse(names) {
  if (names.length > 0 && !names.includes("browser")) return 0
  const playwright = join(root, "node_modules", "@playwright", "test", "cli.js")
  const env = { ...process.env, SOAK_DRAGS: "100", ALL: "on", CHROMIUM_PATH: await ensureBrowser() }
  return run(process.execPath, [playwright, "test"], { env })
}

await orFail(async () => {
  requireNode()
  install()
  const vitest = join(root, "node_modules", "vitest", "vitest.mjs")
  const flags = ["run", "--config", "soak/vitest.config.ts", "--passWithNoTests", ...process.argv.slice(2)]
  const code = await run(process.execPath, [vitest, ...flags])
  process.exitCode = code || (await browse(process.argv.slice(2)))
})
