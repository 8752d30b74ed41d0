// `npm run doctor`: checks the configuration that `npm start` would use, and changes nothing but what is built.
import { pathToFileURL } from "node:url"
import { join } from "node:path"
import { build, install, orFail, requireNode, root } from "./prepare.mjs"

const log = console.log
// What is printed for another program holds nothing else.
if (process.argv.includes("--json")) console.log = console.error
await orFail(async () => {
  requireNode()
  install()
  await build()
})
console.log = log
const { main } = await import(pathToFileURL(join(root, "server", "dist", "doctor.js")).href)
await main(process.argv.slice(2))
