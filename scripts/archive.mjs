// `npm run archive [-- --check FILE | --back FILE]`: months that have left the database, and back again.
import { pathToFileURL } from "node:url"
import { join } from "node:path"
import { build, install, orFail, requireNode, root } from "./prepare.mjs"

await orFail(async () => {
  requireNode()
  install()
  await build()
})
const { main } = await import(pathToFileURL(join(root, "server", "dist", "archive.js")).href)
await main(process.argv.slice(2))
