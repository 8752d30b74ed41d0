import type { Plugin } from "vite"
import { chunksOf } from "./chunk-files.ts"

/** Nearly everything in these runs before the first page is drawn. */
const firstFiles = new Set(["start", "signed-in", "home"])

/**
 * OPS-9: Chromium (136 and later) compiles all functions of such a file in the thread that receives it, while it is still on its way.
 * Without the hint each is compiled when it is first called, in the page's own thread, which has most to do then.
 * Other browsers read a comment. In a file of which little runs at once the hint would only cost memory.
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
