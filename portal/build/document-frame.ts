import { readFile } from "node:fs/promises"
import { join } from "node:path"
import type { Plugin } from "vite"
import { variants } from "../src/features/login/variants/variants.ts"
import { themeCss } from "../src/ui/theme/theme.ts"
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

/**
 * The style sheet that the document names is moved behind the page: in the head it would hold back the first paint. The bundle
 * still waits for it, since scripts run after the style sheets in front of them.
 */
export function sheetBehindPage(html: string): string {
  const [sheet] = /[ \t]*<link rel="stylesheet"[^>]*>\n/.exec(html) ?? []
  // The development server has none: there scripts bring the styles.
  if (sheet === undefined) return fillDocument(html, { "<!-- style sheet -->": "" })
  return fillDocument(html, {
    [sheet]: "",
    "<!-- style sheet -->": sheet.trim().replace("<link", "<link data-first"),
  })
}

/** OPS-9: what the document paints by itself, before any file has come: ground, theme, and the frame of the login page. */
export function documentFrame(): Plugin {
  return {
    name: "document-frame",
    transformIndexHtml: {
      order: "post",
      async handler(html) {
        const sheet = withoutSpaces(await readFile(join(source, "boot", "document.css"), "utf8"))
        const emblem = await readFile(join(source, "ui", "navigation", "emblem.svg"), "utf8")
        const { title, lead } = variants.newLogin
        return fillDocument(sheetBehindPage(html), {
          "<!-- document.css -->": `<style>${themeCss()}${sheet}</style>`,
          "<!-- emblem -->": emblem.trim().replace("<svg ", '<svg width="36" height="36" '),
          "%LOGIN_TITLE%": title,
          "%LOGIN_LEAD%": lead,
        })
      },
    },
  }
}
