import type { Plugin } from "vite"
import { bridgeScript } from "../bridge-script.mjs"

/** DLG-5: the script of hosted pages, under a name that stays: other sites' pages hold it. */
export function hostedScript(): Plugin {
  const fileName = "bridge.js"
  return {
    name: "hosted-script",
    configureServer(server) {
      server.middlewares.use(server.config.base + fileName, async (_request, response) => {
        response.setHeader("content-type", "text/javascript; charset=utf-8")
        response.end(await bridgeScript())
      })
    },
    async generateBundle() {
      this.emitFile({ type: "asset", fileName, source: await bridgeScript() })
    },
  }
}
