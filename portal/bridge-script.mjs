// What a hosted page loads by one line of HTML, as one classic script: a module of another origin would need more than a line.
import { fileURLToPath } from "node:url"
import { build } from "vite"
import { buildTarget } from "./build/browser-floor.mjs"

/** @returns {Promise<string>} */
export async function bridgeScript() {
  const entry = fileURLToPath(new URL("../bridge/src/hosted-script.ts", import.meta.url))
  const built = await build({
    configFile: false,
    logLevel: "error",
    publicDir: false,
    build: {
      write: false,
      target: buildTarget,
      lib: { entry, formats: ["iife"], name: "userCentreBridge" },
    },
  })
  const [bundle] = Array.isArray(built) ? built : [built]
  const [chunk] = bundle && "output" in bundle ? bundle.output : []
  if (!chunk) throw new Error("Vite has built nothing")
  return chunk.code
}
