import { spawn } from "node:child_process"
import { once } from "node:events"

export interface Program {
  /** What it has printed so far. */
  readonly output: () => string
  readonly tell: (line: string) => void
  readonly end: () => Promise<void>
}

/** A program with all that it starts in turn: a browser is a dozen processes, and none outlives the tour. */
export function startProgram(
  command: string,
  args: readonly string[],
  variables: Readonly<Record<string, string>> = {},
): Program {
  const child = spawn(command, [...args], {
    env: { ...process.env, LC_ALL: "C.UTF-8", ...variables },
    stdio: ["pipe", "pipe", "pipe"],
    detached: true,
  })
  // One that has ended reads nothing more; its end is noticed elsewhere.
  child.stdin.on("error", () => undefined)
  let output = ""
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => (output += text))
  child.on("error", (error) => (output += String(error)))
  const endGroup = () => {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, "SIGKILL")
    } catch {
      // Nobody was left.
    }
  }
  // Where the tour itself is ended, its browsers are as well.
  process.once("exit", endGroup)
  return {
    output: () => output,
    tell: (line) => child.stdin.write(`${line}\n`),
    async end() {
      process.off("exit", endGroup)
      const isOver = child.exitCode !== null || child.signalCode !== null || child.pid === undefined
      const ending = isOver ? null : once(child, "exit")
      endGroup()
      await ending
    },
  }
}

/** Repeats until there is something. Fails after half a minute with what the program said. */
export async function until<Result>(
  what: string,
  look: () => Result | null | undefined | Promise<Result | null | undefined>,
  { output }: Pick<Program, "output"> = { output: () => "" },
): Promise<Result> {
  const end = Date.now() + 30_000
  for (;;) {
    const found = await look()
    if (found !== null && found !== undefined) return found
    if (Date.now() > end) throw new Error(`There is no ${what} after 30 s.\n${output()}`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}
