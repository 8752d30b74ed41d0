import type { Plugin } from "vite"

/** zod's classes carry their way into JSON Schema along, a fifth of its weight; nobody in a browser goes it. */
export function withoutJsonSchema(): Plugin {
  return {
    name: "without-json-schema",
    apply: "build",
    transform: {
      filter: { id: /\/zod\/v4\/core\/(json-schema-processors|to-json-schema)\.js$/ },
      handler(code) {
        const names = [...code.matchAll(/^export (?:const|function|class) (\w+)/gm)].map(([, name]) => name)
        if (names.length === 0) this.error("zod's JSON Schema is written in another way now")
        const parts = names.map((name) => `export function ${name}() {}`)
        for (const [renamed] of code.matchAll(/^export \{.*\};?$/gm)) parts.push(renamed)
        return parts.join("\n")
      },
    },
  }
}
