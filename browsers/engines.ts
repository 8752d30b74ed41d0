import { engineList, programOf, type EngineName, type Found } from "../scripts/browser-engines.mjs"
import type { Driver, Start } from "./driver.ts"
import { startChromium } from "./engines/chromium.ts"
import { startFirefox } from "./engines/firefox.ts"
import { startQt } from "./engines/qt.ts"
import { startWebKit } from "./engines/webkit.ts"

export interface Engine {
  /** Also the name of its pictures' folder. */
  readonly name: EngineName
  /** How it is started here; null where the machine has none. */
  readonly find: () => ((start: Start) => Promise<Driver>) | null
}

/** Whether a window can be opened that nobody sees. */
export function hasDisplay(): boolean {
  return programOf("Xvfb") !== null
}

const starts: Readonly<Record<EngineName, (found: Found, start: Start) => Promise<Driver>>> = {
  webkitgtk: ({ program, window }, start) => startWebKit(program, window, start),
  firefox: ({ program }, start) => startFirefox(program, start),
  qtwebengine5: ({ program }, start) => startQt("5", program, start),
  qtwebengine6: ({ program }, start) => startQt("6", program, start),
  chromium: ({ program }, start) => startChromium(program, start),
}

export const engines: readonly Engine[] = engineList.map(({ name, find }) => ({
  name,
  find() {
    const found = find()
    return found && ((start) => starts[name](found, start))
  },
}))
