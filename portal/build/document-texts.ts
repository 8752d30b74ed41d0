import type { Plugin } from "vite"
// By path, because Node itself reads this file and can't read TypeScript out of a package.
import { loadingMessages } from "../../contract/src/core/loading-messages.ts"
import { portalBase, siteConfigFile } from "../../contract/src/core/site-defaults.ts"
import { themes } from "../src/ui/theme/theme.ts"
import { fillDocument } from "./fill-document.ts"

/** What the document says and shows before any script runs, and what it fetches beside the scripts. */
export function documentTexts(): Plugin {
  return {
    name: "document-texts",
    transformIndexHtml: {
      order: "post",
      handler: (html) => ({
        html: fillDocument(html, {
          "%FAILED%": loadingMessages.pageFailed,
          "%FAILED_WHY%": loadingMessages.pageFailedWhy,
          "%RELOAD%": loadingMessages.reload,
          "%GROUND_LIGHT%": themes.light.ground,
          "%GROUND_DARK%": themes.dark.ground,
          // What the document itself names: without one of these nothing opens, and boot.js alone can say so.
          '<script type="module"': '<script type="module" data-first',
        }),
        // Last in the head: six files travel at a time, and of them the smallest may wait.
        tags: [
          {
            tag: "link",
            attrs: {
              rel: "preload",
              as: "fetch",
              crossorigin: "anonymous",
              href: portalBase + siteConfigFile,
            },
            injectTo: "head",
          },
        ],
      }),
    },
  }
}
