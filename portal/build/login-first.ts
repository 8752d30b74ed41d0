import type { Plugin } from "vite"
import { addresses, chunksOf, filesNeededBy, loginPage } from "./chunk-files.ts"
import { fillDocument } from "./fill-document.ts"

/** The login page is known from the HTML: no chunk of it waits for another one to be read (boot.js). */
export function loginFirst(): Plugin {
  return {
    name: "login-first",
    apply: "build",
    transformIndexHtml: {
      order: "post",
      handler(html, { bundle = {} }) {
        const login = chunksOf(bundle).find((chunk) => chunk.facadeModuleId?.endsWith(loginPage))
        if (!login) throw new Error(`No chunk of its own for ${loginPage}: the way to it has changed`)
        const files = [...filesNeededBy(bundle, login)].filter((file) => !html.includes(file))
        return fillDocument(html, {
          "<!-- login parts -->": `<meta id="login-parts" content="${addresses(files)}" />`,
        })
      },
    },
  }
}
