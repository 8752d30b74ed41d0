// `npm run alarm -- --org … --type … --level …`: sends an alarm to a running product, as a school's gateway would.
import { pathToFileURL } from "node:url"
import { join } from "node:path"
import { build, install, orFail, requireNode, root } from "./prepare.mjs"

await orFail(async () => {
  requireNode()
  install()
  await build()
})
const { main } = await import(pathToFileURL(join(root, "server", "dist", "send-alarm.js")).href)
await main(process.argv.slice(2), process.env["PORT"] || "8080")
