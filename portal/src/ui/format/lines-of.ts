/** One thing a line, as somebody typed them; empty lines are none. */
export function linesOf(typed: string): string[] {
  return typed
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "")
}
