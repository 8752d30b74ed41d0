// `npm run bench`: measures the built product. The benchmarks are TypeScript, which Node 20 can't run by itself.
import { pathToFileURL } from "node:url"
import { join } from "node:path"
import { ensureBrowser } from "./browser.mjs"
import { build, Failure, install, orFail, requireNode, root, run } from "./prepare.mjs"

await orFail(async () => {
  requireNode()
  install()
  await build()
  // Playwright, which the benchmarks drive, is not bundled, and finds the browser by this name.
  process.env["CHROMIUM_PATH"] = await ensureBrowser()
  const vite = join(root, "node_modules", "vite", "bin", "vite.js")
  const flags = ["--ssr", "bench/run.ts", "--outDir", ".cache/bench", "--emptyOutDir", "--logLevel", "warn"]
  if ((await run(process.execPath, [vite, "build", ...flags])) !== 0)
    throw new Failure("The benchmarks could not be built.")
})
const { main } = await import(pathToFileURL(join(root, ".cache", "bench", "run.js")).href)
await main(process.argv.slice(2))
