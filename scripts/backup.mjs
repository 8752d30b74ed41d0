// `npm run backup -- --to FILE [--verify]`: the whole site in one sealed file, while it runs.
import { pathToFileURL } from "node:url"
import { join } from "node:path"
import { build, install, orFail, requireNode, root } from "./prepare.mjs"

await orFail(async () => {
  requireNode()
  install()
  await build()
})
const { main } = await import(pathToFileURL(join(root, "server", "dist", "backup.js")).href)
await main(process.argv.slice(2))
