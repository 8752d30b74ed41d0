import { spawnSync } from "node:child_process"
import { existsSync, readdirSync } from "node:fs"
import { delimiter, join } from "node:path"
import type { Driver, Start } from "./driver.ts"
import { startChromium } from "./engines/chromium.ts"
import { startFirefox } from "./engines/firefox.ts"
import { startQt } from "./engines/qt.ts"
import { startWebKit } from "./engines/webkit.ts"

export interface Engine {
  /** Also the name of its pictures' folder. */
  readonly name: string
  /** Debian's packages that it comes in. */
  readonly packages: readonly string[]
  /** How it is started here; null where the machine has none. */
  readonly find: () => ((start: Start) => Promise<Driver>) | null
}

function programOf(...names: readonly string[]): string | null {
  const folders = (process.env["PATH"] ?? "").split(delimiter)
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(existsSync) ?? null
}

/** Whether a window can be opened that nobody sees. */
export function hasDisplay(): boolean {
  return programOf("Xvfb") !== null
}

function miniBrowser(): string | null {
  const folders = ["/usr/lib", "/usr/libexec"].filter(existsSync)
  const places = folders.flatMap((folder) => [
    folder,
    ...readdirSync(folder).map((name) => join(folder, name)),
  ])
  return (
    places
      .flatMap((place) =>
        ["webkitgtk-6.0", "webkit2gtk-4.1", "webkit2gtk-4.0"].map((name) => join(place, name, "MiniBrowser")),
      )
      .find(existsSync) ?? null
  )
}

function qt(version: "5" | "6"): Engine {
  const module = version === "5" ? "PyQt5.QtWebEngineWidgets" : "PyQt6.QtWebEngineWidgets"
  return {
    name: `qtwebengine${version}`,
    packages: [`python3-pyqt${version}.qtwebengine`],
    find() {
      // The system's own first: another Python in front of it does not see Debian's packages.
      const python = ["/usr/bin/python3", programOf("python3")].find(
        (program) => program && spawnSync(program, ["-c", `import ${module}`]).status === 0,
      )
      return python ? (start) => startQt(version, python, start) : null
    },
  }
}

export const engines: readonly Engine[] = [
  {
    name: "firefox",
    packages: ["firefox-esr"],
    find() {
      const program = programOf("firefox-esr", "firefox")
      return program === null ? null : (start) => startFirefox(program, start)
    },
  },
  {
    name: "webkitgtk",
    packages: ["webkit2gtk-driver"],
    find() {
      const [driver, browser] = [programOf("WebKitWebDriver"), miniBrowser()]
      return driver && browser ? (start) => startWebKit(driver, browser, start) : null
    },
  },
  qt("5"),
  qt("6"),
  {
    name: "chromium",
    packages: ["chromium"],
    find() {
      const program = programOf("chromium", "google-chrome", "google-chrome-stable")
      return program === null ? null : (start) => startChromium(program, start)
    },
  },
]
