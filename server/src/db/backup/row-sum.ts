import { createHash } from "node:crypto"

const lineEnd = 10
const words = 8

/**
 * A checksum of rows as COPY writes them, whatever their order: the SHA-256 of each row, added up word by word. COPY writes a
 * line feed inside of a value as `\n`, so that one always ends a row.
 *
 * PostgreSQL may put a row that it copies into a table with parts onto an earlier page that has room for it, so what was
 * restored can lie in another order than what was written.
 */
export function rowSum(): { update(block: Buffer): void; digest(): string } {
  const total = new Uint32Array(words)
  let begun: Buffer[] = []
  const add = (row: Buffer) => {
    const hash = createHash("sha256").update(row).digest()
    for (let at = 0; at < words; at += 1) total[at] = (total[at] ?? 0) + hash.readUInt32BE(at * 4)
  }
  return {
    update(block) {
      let from = 0
      for (let end = block.indexOf(lineEnd); end !== -1; end = block.indexOf(lineEnd, from)) {
        const last = block.subarray(from, end)
        add(begun.length === 0 ? last : Buffer.concat([...begun, last]))
        begun = []
        from = end + 1
      }
      // The block's memory may be used again by whoever has read it.
      if (from < block.length) begun.push(Buffer.from(block.subarray(from)))
    },
    digest() {
      if (begun.length > 0) throw new Error("The last row has no end")
      return [...total].map((word) => word.toString(16).padStart(8, "0")).join("")
    },
  }
}
