// `npm start`: installs and builds what has changed, then is the server itself, so that signals reach it.
import { pathToFileURL } from "node:url"
import { join } from "node:path"
import { terminal } from "./log-sentences.mjs"
import { build, install, orFail, requireNode, root } from "./prepare.mjs"
import { startAnswer } from "./start-options.mjs"

const answer = startAnswer(process.argv.slice(2))
if (answer) {
  if (answer.code === 0) console.log(answer.said)
  else console.error(answer.said)
  process.exit(answer.code)
}
await orFail(async () => {
  requireNode()
  install()
  await build()
})
const { main } = await import(pathToFileURL(join(root, "server", "dist", "main.js")).href)
// A log that is kept or read by a program stays JSON.
await main(undefined, process.stdout.isTTY ? terminal() : undefined)
