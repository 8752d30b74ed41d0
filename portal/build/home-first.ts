import type { Plugin } from "vite"
import { addresses, chunksOf } from "./chunk-files.ts"
import { fillDocument } from "./fill-document.ts"

/** The files of home-groups.ts are known from the HTML, the largest of them first (boot.js). */
export function homeFirst(): Plugin {
  return {
    name: "home-first",
    apply: "build",
    transformIndexHtml: {
      order: "post",
      handler(html, { bundle = {} }) {
        const filesOf = (...names: readonly string[]) =>
          names.flatMap((name) => {
            const [chunk, another] = chunksOf(bundle).filter((part) => part.name === name)
            if (!chunk) throw new Error(`The home page has no file "${name}" any more`)
            // A module of that name in a file of its own: the wrong one would be fetched ahead.
            if (another) throw new Error(`Two files are named "${name}"`)
            return [chunk.fileName, ...(chunk.viteMetadata?.importedCss ?? [])]
          })
        const start = `<link rel="modulepreload" crossorigin href="${addresses(filesOf("start").slice(0, 1))}">`
        const parts = addresses(filesOf("home", "signed-in"))
        const run = addresses(filesOf("words", "shapes", "home-shapes"))
        return fillDocument(html, {
          // Vite names it among the others. Six travel at a time, and it must not wait for one of them to come home.
          [`    ${start}\n`]: "",
          "<!-- start -->": start,
          "<!-- signed-in parts -->": `<meta id="signed-in-parts" content="${parts}" data-run="${run}" />`,
        })
      },
    },
  }
}
