import { defineConfig } from "@playwright/test"
import { long } from "./e2e/long.ts"
import { browserFlags, findBrowser, olderBrowserFlags } from "./scripts/browser.mjs"

// May be none: other tools load this file too. Whoever runs the tests without a browser is told so by the global setup.
const executablePath = await findBrowser()
const launchWith = (args: readonly string[]) => ({
  ...(executablePath && { executablePath }),
  args: [...args],
  // As on Windows, where scroll bars take room and are always to be seen (BROWSER-5).
  ignoreDefaultArgs: ["--hide-scrollbars"],
  // A bare machine has no locale, and without one Chromium drops Chinese from the names of downloads.
  env: { ...process.env, LC_ALL: "C.UTF-8" },
})

export default defineConfig({
  testDir: "e2e",
  testMatch: "**/*.test.ts",
  outputDir: ".cache/e2e",
  globalSetup: "./e2e/start-product.ts",
  forbidOnly: true,
  grepInvert: process.env["ALL"] === "on" ? [] : [...long],
  // The tests of a file run in one worker: loading a file in several takes a fifth longer in all.
  fullyParallel: false,
  // More than the smallest machine has cores: much of a test is waiting.
  workers: 4,
  // A test that passes the second time is a fault that we have not understood yet.
  retries: 0,
  // Only a hang takes this long: no test may hang on how fast the machine is.
  timeout: 90_000,
  expect: { timeout: 20_000 },
  reporter: "list",
  use: {
    browserName: "chromium",
    ...(process.env["PRODUCT_ADDRESS"] ? { baseURL: process.env["PRODUCT_ADDRESS"] } : {}),
    launchOptions: launchWith(browserFlags),
    headless: true,
    // What lies under a dialog is told by name, and not by the end of the whole test.
    actionTimeout: 30_000,
    navigationTimeout: 30_000,
    locale: "zh-CN",
    timezoneId: "Asia/Shanghai",
    viewport: { width: 1366, height: 768 },
    screenshot: "only-on-failure",
    // A trace of every test costs a third of the run. Where one is needed: `npm run e2e -- --trace retain-on-failure`.
    trace: "off",
  },
  projects: [
    { name: "chromium" },
    // BARE-2: most people's browsers are older than ours, and keep what failed to load.
    {
      name: "older-chromium",
      grep: /\[(BARE-2|ROUTE-8|BROWSER-11)\]|is reached by Tab/,
      use: { launchOptions: launchWith([...browserFlags, ...olderBrowserFlags]) },
    },
  ],
})
