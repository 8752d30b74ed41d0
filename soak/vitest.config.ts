import { defineConfig } from "vitest/config"

/** `npm run soak`: the long forms of what `npm test` proves in short. Each `*.soak.ts` is a test file like any other. */
export default defineConfig({
  test: {
    root: new URL("..", import.meta.url).pathname,
    include: ["soak/**/*.soak.ts"],
    globalSetup: "server/src/db/scratch-cluster.ts",
    reporters: ["verbose"],
    // One after the other: they measure under load, and each other's load is not theirs.
    fileParallelism: false,
    testTimeout: 15 * 60_000,
    hookTimeout: 120_000,
  },
})
