import type { Plugin } from "vite"
import { themeCss } from "../src/ui/theme/theme.ts"

/** `import "virtual:theme.css"`: the theme object as a style sheet, so that no script is needed to paint. */
export function themeSheet(): Plugin {
  const id = "virtual:theme.css"
  return {
    name: "theme-sheet",
    resolveId: (source) => (source === id ? id : null),
    load: (asked) => (asked === id ? themeCss() : null),
  }
}
