// `npm run demo-data -- --size large`: fills the database that `npm start` would use.
import { pathToFileURL } from "node:url"
import { join } from "node:path"
import { build, install, orFail, requireNode, root } from "./prepare.mjs"

await orFail(async () => {
  requireNode()
  install()
  await build()
})
const { main } = await import(pathToFileURL(join(root, "server", "dist", "demo-data.js")).href)
await main(process.argv.slice(2))
