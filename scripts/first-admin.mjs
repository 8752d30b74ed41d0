// `npm run first-admin -- --account admin --name 张三`: the first administrator of an empty database.
import { pathToFileURL } from "node:url"
import { join } from "node:path"
import { build, install, orFail, requireNode, root } from "./prepare.mjs"

await orFail(async () => {
  requireNode()
  install()
  await build()
})
const { main } = await import(pathToFileURL(join(root, "server", "dist", "first-admin.js")).href)
await main(process.argv.slice(2))
