/** Whoever loads a part later has these already, or has them on the way (boot.js): a list of them beside every part would be longer than some parts. */
const atHand = /\/(?:start|words|rolldown-runtime|shapes|home-shapes|signed-in)-[^/]*\.js$/

/** The files that are fetched together with a part, for Vite. Style sheets stay: this is how they are loaded. The document names all of its own. */
export function withoutFilesAtHand(
  _file: string,
  needed: string[],
  { hostType }: { readonly hostType: "html" | "js" },
): string[] {
  return hostType === "html" ? needed : needed.filter((file) => !atHand.test(`/${file}`))
}
