import { readFile } from "node:fs/promises"
import { join } from "node:path"
import type { Plugin, Rollup } from "vite"
import { variants } from "../src/features/login/variants/variants.ts"
import { themeCss } from "../src/ui/theme/theme.ts"
import { chunksOf, filesNeededBy } from "./chunk-files.ts"
import { fillDocument } from "./fill-document.ts"

const source = join(import.meta.dirname, "..", "src")

/** Comments and spaces alone: what is written is what every browser reads. */
export function withoutSpaces(sheet: string): string {
  return sheet
    .replaceAll(/\/\*[\s\S]*?\*\//g, "")
    .replaceAll(/\s+/g, " ")
    .replaceAll(/ ?([{};,]) ?/g, "$1")
    .replaceAll(/: /g, ":")
    .replaceAll(";}", "}")
    .trim()
}

/** Takes the style sheets that the document would name out of the bundle, so that no chunk names them either. */
function takeFirstSheets(bundle: Rollup.OutputBundle): string {
  const entries = chunksOf(bundle).filter(({ isEntry }) => isEntry)
  const sheets = [...filesNeededBy(bundle, ...entries)].filter((file) => file.endsWith(".css"))
  for (const { viteMetadata } of chunksOf(bundle))
    for (const sheet of sheets) viteMetadata?.importedCss.delete(sheet)
  return sheets
    .map((file) => {
      const part = bundle[file]
      if (part?.type !== "asset") throw new Error(`${file} is not a style sheet of the bundle`)
      delete bundle[file]
      return part.source.toString()
    })
    .join("")
}

/**
 * OPS-9: what the document paints by itself, before any file has come: ground, theme, and the frame of the login page. The first style sheet
 * stands in it too: named in the head it would hold back the first paint, named anywhere else it would come after sheets of pages that
 * are added to the head.
 */
export function documentFrame(): Plugin {
  let firstSheets = ""
  return {
    name: "document-frame",
    generateBundle: {
      order: "pre",
      handler(_options, bundle) {
        firstSheets = takeFirstSheets(bundle)
        if (firstSheets === "") this.error("The bundle has no first style sheet")
        if (/<\/style|url\((?!"?data:)/i.test(firstSheets))
          this.error("The first style sheet can't stand in the document")
      },
    },
    transformIndexHtml: {
      order: "post",
      async handler(html) {
        const sheet = withoutSpaces(await readFile(join(source, "boot", "document.css"), "utf8"))
        const emblem = await readFile(join(source, "ui", "navigation", "emblem.svg"), "utf8")
        const { title, lead, accountHint } = variants.newLogin
        return fillDocument(html, {
          "<!-- document.css -->": `<style>${themeCss()}${sheet}${firstSheets}</style>`,
          "<!-- emblem -->": emblem.trim().replace("<svg ", '<svg width="36" height="36" '),
          "%LOGIN_TITLE%": title,
          "%LOGIN_LEAD%": lead,
          "%ACCOUNT_HINT%": accountHint,
        })
      },
    },
  }
}
