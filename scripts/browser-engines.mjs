// Which browser engines the portal is tried in, what Debian calls them, and where this machine has them. Plain Node: read before
// packages are installed.
import { spawnSync } from "node:child_process"
import { existsSync, readdirSync } from "node:fs"
import { delimiter, join } from "node:path"

/** @param {readonly string[]} names */
export function programOf(...names) {
  const folders = (process.env["PATH"] ?? "").split(delimiter).filter(Boolean)
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(existsSync) ?? null
}

/** The window program that WebKitGTK's driver opens, which stands outside the path. */
function miniBrowser() {
  const folders = ["/usr/lib", "/usr/libexec"].filter(existsSync)
  const places = folders.flatMap((folder) => [
    folder,
    ...readdirSync(folder).map((name) => join(folder, name)),
  ])
  const versions = ["webkitgtk-6.0", "webkit2gtk-4.1", "webkit2gtk-4.0"]
  const candidates = places.flatMap((place) => versions.map((name) => join(place, name, "MiniBrowser")))
  return candidates.find(existsSync) ?? null
}

/**
 * The system's own Python first: another one in front of it does not see Debian's packages.
 * @param {string} module
 */
function pythonWith(module) {
  const isGood = (/** @type {string} */ python) => spawnSync(python, ["-c", `import ${module}`]).status === 0
  const candidates = ["/usr/bin/python3", programOf("python3")].filter((each) => each !== null)
  return candidates.find(isGood) ?? null
}

/**
 * In the order in which they are tried. `find` gives the program that is run, or null where the machine has none; `window` is a
 * second one, that the first opens.
 * @typedef {"firefox" | "webkitgtk" | "qtwebengine5" | "qtwebengine6" | "chromium"} EngineName
 * @typedef {{ program: string, window: string }} Found
 * @type {readonly { name: EngineName, packages: readonly string[], find: () => Found | null }[]}
 */
export const engineList = [
  {
    name: "webkitgtk",
    packages: ["webkit2gtk-driver"],
    find: () => both(programOf("WebKitWebDriver"), miniBrowser()),
  },
  { name: "firefox", packages: ["firefox-esr"], find: () => one(programOf("firefox-esr", "firefox")) },
  {
    name: "qtwebengine5",
    packages: ["python3-pyqt5.qtwebengine"],
    find: () => one(pythonWith("PyQt5.QtWebEngineWidgets")),
  },
  {
    name: "qtwebengine6",
    packages: ["python3-pyqt6.qtwebengine"],
    find: () => one(pythonWith("PyQt6.QtWebEngineWidgets")),
  },
  {
    name: "chromium",
    packages: ["chromium"],
    find: () => one(programOf("chromium", "google-chrome", "google-chrome-stable")),
  },
]

/** @param {string | null} program */
function one(program) {
  return both(program, "")
}

/**
 * @param {string | null} program
 * @param {string | null} window
 */
function both(program, window) {
  return program === null || window === null ? null : { program, window }
}

/** Programs that every engine's tour needs, and Debian's packages of them. */
export const neededPrograms = { Xvfb: "xvfb", openssl: "openssl" }
