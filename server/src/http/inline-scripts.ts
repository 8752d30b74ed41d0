import { createHash } from "node:crypto"
import { readFile } from "node:fs/promises"
import { join } from "node:path"

/**
 * OPS-9: the scripts that stand in the built document itself, as a policy names them: by their hash, so that no other
 * inline script runs. Read once: a new version of the portal comes with a start of the server.
 */
export async function inlineScripts(folder: string): Promise<readonly string[]> {
  const document = await readFile(join(folder, "index.html"), "utf8")
  return [...document.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g)].map(
    ([, source = ""]) => {
      // As a browser reads it: with line feeds alone.
      const read = source.replaceAll(/\r\n?/g, "\n")
      return `'sha256-${createHash("sha256").update(read).digest("base64")}'`
    },
  )
}
