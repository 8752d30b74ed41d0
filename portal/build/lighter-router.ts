import type { Plugin } from "vite"

/** Never reached here: they serve pages that a server drew, and the router's own measuring. */
const unreached = [
  "PrefetchPageLinks",
  "getRouteInstrumentationUpdates",
  "instrumentClientSideRouter",
  "RSCErrorHandler",
]

/**
 * What React Router offers beside a router in the browser would come along, because the bundler can't know that making
 * a component or naming it does nothing else: half of what the login page loads of it. Its warnings to developers go as well.
 */
export function lighterRouter(): Plugin {
  return {
    name: "lighter-router",
    apply: "build",
    transform: {
      filter: { id: /\/react-router\/dist\/development\/chunk-\w+\.mjs$/ },
      handler(code) {
        if (!code.includes("function createHashRouter(")) return null
        let lighter = code
        const change = (what: RegExp, by: string) => {
          const before = lighter
          lighter = lighter.replace(what, by)
          if (lighter === before) this.error(`React Router is written in another way now: no ${what.source}`)
        }
        change(/\bENABLE_DEV_WARNINGS = true;/, "ENABLE_DEV_WARNINGS = false;")
        change(/^\w+\.displayName = ".*";$/gm, "")
        change(/^(var \w+ = )(React\d*\.(?:forwardRef|memo|createContext)\()/gm, "$1/* @__PURE__ */ $2")
        change(
          /^(var \w+ = )(class extends React\d*\.Component \{[^]*?^\});$/gm,
          "$1/* @__PURE__ */ (() => $2)();",
        )
        for (const name of unreached)
          change(new RegExp(`^function ${name}\\([^]*?^}$`, "m"), `function ${name}() { return null }`)
        return lighter
      },
    },
  }
}
