// The server as it is built for `npm start`, again at every change, in a place of its own: what `npm start` has built stays.
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { Failure, root } from "./prepare.mjs"

/** Below the server, whose packages it needs; in a folder that neither git nor the check for a new build looks into. */
const folder = join(root, "server", "node_modules", ".dev")

/** Returns when it is built for the first time. */
export async function watchServerBuild() {
  const { build } = await import("vite")
  const watcher = await build({
    configFile: join(root, "server", "vite.config.ts"),
    logLevel: "warn",
    clearScreen: false,
    build: {
      outDir: folder,
      emptyOutDir: true,
      watch: {},
      // What this process itself needs of the server and the contract, which plain Node can't read.
      rolldownOptions: {
        input: {
          config: "src/config.ts",
          "shutdown-hooks": "src/shutdown-hooks.ts",
          "site-defaults": "../contract/src/core/site-defaults.ts",
        },
      },
    },
  })
  if (!("on" in watcher)) throw new Failure("Vite has built the server and does not watch it.")
  let onBuilt = () => {}
  const first = new Promise((resolve) => (onBuilt = () => resolve(undefined)))
  // A source that can't be built is told by Vite; what was built before runs on.
  watcher.on("event", ({ code }) => {
    if (code === "BUNDLE_END") onBuilt()
  })
  await first
  /** @param {string} name */
  const load = (name) => import(pathToFileURL(join(folder, `${name}.js`)).href)
  /** @type {typeof import("../server/src/config.ts")} */
  const { readConfig } = await load("config")
  /** @type {typeof import("../server/src/shutdown-hooks.ts")} */
  const { shutdownHooks } = await load("shutdown-hooks")
  /** @type {typeof import("../server/src/main.ts")} */
  const { embeddedUrl } = await load("main")
  /** @type {typeof import("../contract/src/core/site-defaults.ts")} */
  const { portalBase, siteConfigFile } = await load("site-defaults")
  return {
    mainFile: join(folder, "main.js"),
    readConfig,
    shutdownHooks,
    embeddedUrl,
    portalPaths: { base: portalBase, config: portalBase + siteConfigFile },
    /** @param {() => void} listener */
    onChange: (listener) => void (onBuilt = listener),
    close: () => watcher.close(),
  }
}
