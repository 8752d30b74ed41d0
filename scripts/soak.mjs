// `npm run soak -- [part of a file's name]`: the long forms of the tests, minutes each.
import { join } from "node:path"
import { install, orFail, requireNode, root, run } from "./prepare.mjs"

await orFail(async () => {
  requireNode()
  install()
  const vitest = join(root, "node_modules", "vitest", "vitest.mjs")
  const flags = ["run", "--config", "soak/vitest.config.ts", ...process.argv.slice(2)]
  process.exitCode = await run(process.execPath, [vitest, ...flags])
})
