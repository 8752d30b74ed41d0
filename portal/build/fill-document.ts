/** Puts each part where its mark stands in index.html. A mark that is not there stops the build: the part would be missing. */
export function fillDocument(html: string, parts: Readonly<Record<string, string>>): string {
  let filled = html
  for (const [mark, part] of Object.entries(parts)) {
    if (!filled.includes(mark)) throw new Error(`The document has no place for "${mark}" any more`)
    filled = filled.replaceAll(mark, () => part)
  }
  return filled
}
