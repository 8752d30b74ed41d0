import type { Plugin } from "vite"

/**
 * BROWSER-6: zod compiles its shapes by `new Function` where it may, and finds that out by trying. The content security policy refuses
 * the try and reports it. Said in zod's own first module, because shapes look at it when they are made, in whichever file comes first.
 */
export function shapesWithoutEval(): Plugin {
  return {
    name: "shapes-without-eval",
    apply: "build",
    transform: {
      filter: { id: /\/zod\/v4\/core\/core\.js$/ },
      handler(code) {
        if (!code.includes("export function config(")) this.error("zod is configured in another way now")
        return `${code}\nconfig({ jitless: true })\n`
      },
    },
  }
}
