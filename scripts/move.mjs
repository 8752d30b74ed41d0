// `npm run move -- --to DATABASE_URL`: an embedded site to a PostgreSQL of its own.
import { pathToFileURL } from "node:url"
import { join } from "node:path"
import { build, install, orFail, requireNode, root } from "./prepare.mjs"

await orFail(async () => {
  requireNode()
  install()
  await build()
})
const { main } = await import(pathToFileURL(join(root, "server", "dist", "move.js")).href)
await main(process.argv.slice(2))
