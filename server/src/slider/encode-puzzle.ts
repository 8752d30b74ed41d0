import type { Puzzle } from "./draw-puzzle.ts"

/** JPEG for the picture (a PNG is eight times as long), PNG for the piece, which is partly transparent. Neither has metadata. */
export function encoded({ big, small }: Puzzle): { readonly big: Buffer; readonly small: Buffer } {
  return { big: big.toBuffer("image/jpeg", 80), small: small.toBuffer("image/png") }
}
