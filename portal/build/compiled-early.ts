import type { Plugin } from "vite"
import { chunksOf } from "./chunk-files.ts"

/** What home waits for: about half of their functions are called before its first card shows its content (decision 108). */
const firstFiles = new Set(["start", "signed-in", "home"])

/**
 * OPS-9: Chromium (136 and later) compiles all functions of such a file in the thread that receives it, while it is still on its way.
 * Without the hint each is compiled when it is first called, in the page's own thread, which has most to do then.
 * Other browsers read a comment. The functions that nobody calls are compiled too, so a file is listed only where that was measured to gain.
 */
const hint = "//# allFunctionsCalledOnLoad\n"

export function compiledEarly(): Plugin {
  return {
    name: "compiled-early",
    apply: "build",
    generateBundle: {
      // After Vite has put its list of files at the top, where only the hint counts.
      order: "post",
      handler(_options, bundle) {
        for (const chunk of chunksOf(bundle)) if (firstFiles.has(chunk.name)) chunk.code = hint + chunk.code
      },
    },
  }
}
