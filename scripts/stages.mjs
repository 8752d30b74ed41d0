// What `npm test` runs, in order from quick to slow. Each stage is a tool out of node_modules.
import { join } from "node:path"
import { root } from "./prepare.mjs"

export const resultFolder = join(root, ".cache", "test")
export const vitestResult = join(resultFolder, "vitest.json")
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
 * One after the other: each keeps two cores busy, and side by side they take longer than in turn.
 * @type {readonly Stage[]}
 */
export const afterBuild = [
  {
    name: "units and server",
    tool: "vitest/vitest.mjs",
    args: ["run", "--reporter=default", "--reporter=json", `--outputFile.json=${vitestResult}`],
    configurationArgs: ["list", "--filesOnly"],
  },
  {
    name: "browser",
    tool: "@playwright/test/cli.js",
    args: ["test", "--reporter=list,json"],
    // One file: all of them are read by the stage itself.
    configurationArgs: ["test", "--list", "e2e/process/doctor.test.ts"],
    env: { PLAYWRIGHT_JSON_OUTPUT_FILE: playwrightResult },
  },
]
