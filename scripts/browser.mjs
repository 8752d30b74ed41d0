// Finds the browser that the browser tests drive, and installs one where there is none. It never gives up silently.
import { spawnSync } from "node:child_process"
import { accessSync, constants, existsSync } from "node:fs"
import { delimiter, join } from "node:path"
import { Failure, root } from "./prepare.mjs"

// The headless shell comes first: it does in half the time what a whole browser without a window does.
const names = [
  "chromium-headless-shell",
  "chromium",
  "chromium-browser",
  "google-chrome",
  "google-chrome-stable",
  "chrome",
  "microsoft-edge",
  "microsoft-edge-stable",
]
const {
  PROGRAMFILES: programs = "",
  "PROGRAMFILES(X86)": programs86 = "",
  LOCALAPPDATA: local = "",
} = process.env
const usualPlaces = {
  darwin: [
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
  ],
  win32: [programs, programs86, local].flatMap((folder) => [
    join(folder, "Google/Chrome/Application/chrome.exe"),
    join(folder, "Chromium/Application/chrome.exe"),
    join(folder, "Microsoft/Edge/Application/msedge.exe"),
  ]),
}

/** Flags for a machine without a display, where the browser should talk to nobody but us. */
export const browserFlags = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
]

/** Makes Chromium 151 and later behave like the ones before, in what faults of ours were hidden behind (BARE-2). */
export const olderBrowserFlags = [
  "--disable-blink-features=ModuleMapDoNotCacheFailedFetch,ScrollIntoViewNoInitialFocusNavigationStartingPoint",
]

/**
 * @param {NodeJS.ProcessEnv} [environment]
 * @returns {Promise<string | null>}
 */
export async function findBrowser(environment = process.env) {
  const given = environment["CHROMIUM_PATH"]
  if (given) {
    if (!isProgram(given)) throw new Failure(`CHROMIUM_PATH is ${given}, which can't be run.`)
    return given
  }
  const folders = (environment["PATH"] ?? "").split(delimiter).filter(Boolean)
  const places = usualPlaces[/** @type {"darwin" | "win32"} */ (process.platform)] ?? []
  const candidates = [...folders.flatMap((folder) => names.map((name) => join(folder, name))), ...places]
  // Playwright's own comes last: it knows where it would be, whether it is there or not.
  const { chromium } = await import("@playwright/test")
  return [...candidates, chromium.executablePath()].find(isProgram) ?? null
}

export const noBrowser =
  "The browser tests need Chromium, Chrome or Edge, and none was found. `npm test` installs one; or set CHROMIUM_PATH to it."

/** @returns {Promise<string>} */
export async function ensureBrowser() {
  const found = await findBrowser()
  if (found && (process.env["CHROMIUM_PATH"] || found.includes("headless"))) return found
  if (process.getuid?.() === 0 && existsSync("/etc/debian_version")) {
    console.log("Installing the browser that the tests drive …")
    installOnDebian(aptGet)
    const debian = await findBrowser()
    if (debian) return debian
  }
  if (found) return found
  console.log("No browser was found; installing one …")
  const cli = join(root, "node_modules", "@playwright", "test", "cli.js")
  spawnSync(process.execPath, [cli, "install", "chromium"], { stdio: "inherit" })
  const own = await findBrowser()
  if (own) return own
  throw new Failure(noBrowser)
}

/**
 * The package list is fetched first: a machine's old list would bring a browser of its day. Where it can't be fetched,
 * what the machine has already is tried.
 * @param {(...args: string[]) => boolean} apt
 */
export function installOnDebian(apt) {
  apt("update")
  return apt("install", "-y", "--no-install-recommends", "chromium-headless-shell", "fonts-noto-cjk")
}

/** @param {string[]} args */
function aptGet(...args) {
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" }
  return spawnSync("apt-get", args, { stdio: "inherit", env }).status === 0
}

/** @param {string} path */
function isProgram(path) {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
