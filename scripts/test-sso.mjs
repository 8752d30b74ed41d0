// `npm run test:sso -- [part of a file's name]`: signing on with software that nobody here wrote, out of Debian's packages.
import { join } from "node:path"
import { install, orFail, requireNode, root, run } from "./prepare.mjs"

await orFail(async () => {
  requireNode()
  install()
  const vitest = join(root, "node_modules", "vitest", "vitest.mjs")
  const names = process.argv.slice(2).map((name) => `soak/sso/${name}`)
  const files = names.length > 0 ? names : ["soak/sso/"]
  process.exitCode = await run(process.execPath, [
    vitest,
    "run",
    "--config",
    "soak/vitest.config.ts",
    ...files,
  ])
})
