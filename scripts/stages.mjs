// What `npm test` runs. Each stage is a tool out of node_modules.
import { join } from "node:path"
import { root } from "./prepare.mjs"

export const resultFolder = join(root, ".cache", "test")
export const serverResult = join(resultFolder, "server.json")
export const unitsResult = join(resultFolder, "units.json")
export const playwrightResult = join(resultFolder, "playwright.json")

/**
 * @typedef {object} Stage
 * @property {string} name
 * @property {string} tool its file below node_modules
 * @property {readonly string[]} args
 * @property {readonly string[] | null} configurationArgs makes the tool load its configuration and do little more (BARE-1); null: it can't
 *   do less than all, and the stage itself runs with an empty PATH
 * @property {NodeJS.ProcessEnv} [env]
 */

/** @type {readonly Stage[]} */
export const beforeBuild = [
  { name: "types", tool: "typescript/bin/tsc", args: ["--noEmit"], configurationArgs: ["--showConfig"] },
  {
    // BROWSER-8
    name: "types of the oldest browsers",
    tool: "typescript/bin/tsc",
    args: ["--noEmit", "--project", "portal"],
    configurationArgs: ["--project", "portal", "--showConfig"],
  },
  {
    name: "lint",
    tool: "oxlint/bin/oxlint",
    args: ["--type-aware", "--deny-warnings"],
    configurationArgs: ["--print-config"],
  },
  {
    name: "format",
    tool: "oxfmt/bin/oxfmt",
    args: ["--check", "."],
    configurationArgs: ["--check", "package.json"],
  },
  {
    name: "unused code",
    tool: "knip/bin/knip.js",
    args: [],
    configurationArgs: null,
    env: { PATH: "", CHROMIUM_PATH: "" },
  },
]

/**
 * @param {string} projects
 * @param {string} result
 */
const vitest = (projects, result) => ({
  tool: "vitest/vitest.mjs",
  args: [
    "run",
    "--project",
    projects,
    "--reporter=default",
    "--reporter=json",
    `--outputFile.json=${result}`,
  ],
  configurationArgs: ["list", "--filesOnly"],
})

/**
 * Stages in one row run at the same time. Browser tests wait more than they compute: alone they leave more than half of two cores unused,
 * which is enough for the units. The server's tests keep the cores busy by themselves, and some have the product's time limits.
 * @type {readonly (readonly Stage[])[]}
 */
export const afterBuild = [
  [{ name: "server", ...vitest("server*", serverResult) }],
  [
    {
      name: "browser",
      tool: "@playwright/test/cli.js",
      args: ["test", "--reporter=list,json"],
      // One file: all of them are read by the stage itself.
      configurationArgs: ["test", "--list", "e2e/process/doctor.test.ts"],
      env: { PLAYWRIGHT_JSON_OUTPUT_FILE: playwrightResult },
    },
    { name: "units", ...vitest("!server*", unitsResult) },
  ],
]
