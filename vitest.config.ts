import { readFileSync } from "node:fs"
import { join } from "node:path"
import { defineConfig } from "vitest/config"
import { root } from "./scripts/prepare.mjs"
import { projectFiles } from "./scripts/project-files.mjs"
import { patienceMs } from "./scripts/patience.ts"

/** From Node 25 on there is a `localStorage` of Node's own, which is not there without a file and hides that of jsdom. */
const execArgv = Number(process.versions.node.split(".")[0]) >= 25 ? ["--no-experimental-webstorage"] : []

/** Everything is allowed on a machine that may be busy: only a hang takes this long. */
const patience = {
  execArgv,
  testTimeout: 60_000,
  hookTimeout: 60_000,
  expect: { poll: { timeout: patienceMs } },
  setupFiles: ["scripts/wait-patiently.ts"],
}

/**
 * Tests that replace modules, or start one again, need modules of their own, and those that go through the window's history a window of
 * their own. The others share both, which takes a third of the time.
 */
const drawing = projectFiles().filter((file) => /^portal\/src\/.*\.test\.tsx$/.test(file))
const alone = drawing.filter(needsOwnModules)
const logic = projectFiles().filter((file) => /^portal\/src\/.*\.test\.ts$/.test(file))
const logicInWindow = logic.filter((file) => textOf(file).includes("@vitest-environment jsdom"))
const serverAlone = projectFiles().filter(
  (file) => /^server\/src\/.*\.test\.ts$/.test(file) && needsOwnModules(file),
)

function needsOwnModules(file: string): boolean {
  return /vi\.(mock|doMock|resetModules)\(|\bwindow\.history\b/.test(textOf(file))
}

function textOf(file: string): string {
  return readFileSync(join(root, file), "utf8")
}

/** Modules of its own for each file, without a process for each: half the time. */
const ownModules = { pool: "vmThreads" as const, execArgv: [] as string[] }
/** A window of its own as well, while jsdom itself is loaded once. */
const ownWindow = { ...ownModules, environment: "jsdom" }

const drawn = {
  ...patience,
  environment: "jsdom",
  setupFiles: [
    ...patience.setupFiles,
    "portal/src/testing/unmount-after-each.ts",
    "portal/src/testing/dialogs-in-jsdom.ts",
    "portal/src/testing/plain-styles-in-jsdom.ts",
  ],
}

const server = {
  ...patience,
  globalSetup: "server/src/testing/scratch-cluster.ts",
  provide: { isWhole: false, testDatabaseUrl: process.env["TEST_DATABASE_URL"] ?? "" },
  // A real database takes longer still.
  testTimeout: 120_000,
  hookTimeout: 120_000,
}

export default defineConfig({
  test: {
    reporters: ["default"],
    // One more than the smallest machine has cores: much of what the server's tests do is waiting.
    maxWorkers: 3,
    projects: [
      { test: { ...patience, name: "contract", include: ["contract/src/**/*.test.ts"] } },
      { test: { ...patience, name: "bridge", include: ["bridge/src/**/*.test.ts"] } },
      { test: { ...drawn, name: "portal", include: [...drawing], exclude: [...alone], isolate: false } },
      { test: { ...drawn, ...ownWindow, name: "portal-alone", include: [...alone] } },
      {
        test: {
          ...patience,
          ...ownModules,
          // What draws nothing needs no document, and a document takes half a second. A test that needs one says so in its
          // first line: `@vitest-environment jsdom`.
          name: "portal-logic",
          include: [...logic],
          exclude: [...logicInWindow],
        },
      },
      { test: { ...patience, ...ownWindow, name: "portal-logic-in-window", include: [...logicInWindow] } },
      {
        test: {
          ...server,
          name: "server",
          include: ["server/src/**/*.test.ts"],
          exclude: [...serverAlone],
          // Every test has a database and an application of its own; the modules are loaded once, which is a minute less.
          isolate: false,
        },
      },
      { test: { ...server, name: "server-alone", include: [...serverAlone] } },
      { test: { ...patience, name: "repository", include: ["*.test.ts", "scripts/**/*.test.ts"] } },
    ],
  },
})
