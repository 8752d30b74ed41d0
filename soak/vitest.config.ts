import { defineConfig } from "vitest/config"

/**
 * `npm run soak`: the long forms of what `npm test` proves in short. Each `*.soak.ts` is a test file like any other; the
 * others are tests of the server that ask more here.
 */
export default defineConfig({
  test: {
    root: new URL("..", import.meta.url).pathname,
    include: [
      "soak/**/*.soak.ts",
      "server/src/session/who-reaches-what.test.ts",
      "server/src/http/bad-input.test.ts",
      "server/src/slider/draw-puzzle.test.ts",
    ],
    provide: { isWhole: true },
    globalSetup: "server/src/testing/scratch-cluster.ts",
    reporters: ["verbose"],
    // One after the other: they measure under load, and each other's load is not theirs.
    fileParallelism: false,
    testTimeout: 15 * 60_000,
    hookTimeout: 120_000,
  },
})
