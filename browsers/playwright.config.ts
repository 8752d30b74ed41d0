import { defineConfig } from "@playwright/test"
import { engines } from "./engines.ts"
import { protocols, type Protocol } from "./site.ts"

// scripts/test-browsers.mjs says which of them this machine has.
const asked = (process.env["ENGINES"] ?? engines.map(({ name }) => name).join(" ")).split(" ")

/** `npm run test:browsers`: the tour of browsers/ in every engine, over https and over plain http. */
export default defineConfig<object, { readonly engine: string; readonly protocol: Protocol }>({
  testDir: ".",
  testMatch: "*.test.ts",
  outputDir: "../.cache/browsers/results",
  globalSetup: "./prepare-data.ts",
  forbidOnly: true,
  workers: 2,
  retries: 0,
  // Only a hang takes this long.
  timeout: 180_000,
  // What a whole run may take, with nothing hanging in it.
  globalTimeout: 15 * 60_000,
  reporter: [["list"], ["./table-reporter.ts"]],
  projects: engines
    .filter(({ name }) => asked.includes(name))
    .flatMap(({ name }) =>
      protocols.map((protocol) => ({ name: `${name}-${protocol}`, use: { engine: name, protocol } })),
    ),
})
