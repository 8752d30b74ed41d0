import type { Plugin } from "vite"

/**
 * BARE-2: Vite's loader notes a style sheet that failed as one that it has seen, and takes it for loaded at the next try: the page
 * would open unstyled. Forgotten instead, it is asked for again (platform/http/load-chunk.ts takes the failed link away).
 */
export function failedSheetsForgotten(): Plugin {
  const kept = /seen\[href\] = void 0;(\s*throw err)/
  return {
    name: "failed-sheets-forgotten",
    apply: "build",
    transform: {
      filter: { id: /vite\/preload-helper/ },
      handler(code) {
        if (!kept.test(code)) this.error("Vite's preload helper is written in another way now")
        return code.replace(kept, "delete seen[href];$1")
      },
    },
  }
}
