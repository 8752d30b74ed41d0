/** The document itself names these: whoever loads a part has them, and need not be told of them beside every part. */
const atHand = /\/(?:start|words|rolldown-runtime)-[^/]*\.js$/

/** The files that are fetched together with a part, for Vite. Style sheets stay: this is how they are loaded. The document names all of its own. */
export function withoutFilesAtHand(
  _file: string,
  needed: string[],
  { hostType }: { readonly hostType: "html" | "js" },
): string[] {
  return hostType === "html" ? needed : needed.filter((file) => !atHand.test(`/${file}`))
}
