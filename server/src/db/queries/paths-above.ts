/** `330000/330100/` gives itself and `330000/`: what is shared with any of them is shared with it. */
export function pathsAbove(path: string): string[] {
  return [...path.matchAll(/\//g)].map(({ index }) => path.slice(0, index + 1))
}
