import { createHash } from "node:crypto"
import { readFile } from "node:fs/promises"
import { join } from "node:path"

/**
 * OPS-9: the scripts that stand in the built document itself, as a policy names them: by their hash, so that no other
 * inline script runs. Read once: a new version of the portal comes with a start of the server.
 */
export async function inlineScripts(folder: string): Promise<readonly string[]> {
  const document = await readFile(join(folder, "index.html"), "utf8")
  return sourcesIn(document).map((source) => {
    // As a browser reads it: with line feeds alone.
    const read = source.replaceAll("\r\n", "\n")
    return `'sha256-${createHash("sha256").update(read).digest("base64")}'`
  })
}

function sourcesIn(document: string): string[] {
  const found: string[] = []
  let rest = document
  for (;;) {
    const start = rest.indexOf("<script")
    const open = rest.indexOf(">", start)
    const close = rest.indexOf("</script>", open)
    if (start < 0 || open < 0 || close < 0) return found
    if (!rest.slice(start, open).includes(" src=")) found.push(rest.slice(open + 1, close))
    rest = rest.slice(close)
  }
}
