import { startProgram, until, type Program } from "./start-program.ts"
import { windowSize } from "./driver.ts"

/**
 * A screen that nobody sees, for one engine alone: focus and clipboard belong to the screen. It chooses its own number and
 * prints it.
 */
export async function startDisplay(): Promise<{ readonly name: string; readonly end: Program["end"] }> {
  const screen = `${windowSize.width}x${windowSize.height}x24`
  const server = startProgram("Xvfb", ["-displayfd", "1", "-screen", "0", screen, "-nolisten", "tcp"])
  const number = await until("display", () => /^(\d+)\n/m.exec(server.output())?.[1], server)
  return { name: `:${number}`, end: server.end }
}
