/** Shorter names are near to many that other programs use, such as PORT and POST. */
const shortest = 6
const longFrom = 10

/**
 * OPERATE-6: variables that nobody reads and whose names are nearly one of ours, with that one: `DATABSE_URL` would otherwise start
 * another, empty site without a word. What belongs to other programs is left alone.
 */
export function nearlyKnown(
  names: readonly string[],
  known: readonly string[],
): readonly { readonly name: string; readonly meant: string }[] {
  const exact = new Set(known)
  return names
    .filter((name) => name.length >= shortest - 1 && !exact.has(name))
    .flatMap((name) => {
      const meant = known.find((each) => each.length >= shortest && isNear(name, each))
      return meant === undefined ? [] : [{ name, meant }]
    })
}

function isNear(given: string, known: string): boolean {
  const upper = given.toUpperCase().replaceAll("-", "_")
  if (upper === known) return true
  const most = known.length >= longFrom ? 2 : 1
  return Math.abs(upper.length - known.length) <= most && distance(upper, known) <= most
}

/** Letters that are missing, too many, wrong, or exchanged with their neighbour. */
function distance(a: string, b: string): number {
  let before: number[] = []
  let above = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (let row = 1; row <= a.length; row++) {
    const line = [row]
    for (let at = 1; at <= b.length; at++) {
      const isSame = a[row - 1] === b[at - 1]
      let least = Math.min(
        (above[at] ?? 0) + 1,
        (line[at - 1] ?? 0) + 1,
        (above[at - 1] ?? 0) + (isSame ? 0 : 1),
      )
      if (row > 1 && at > 1 && a[row - 1] === b[at - 2] && a[row - 2] === b[at - 1])
        least = Math.min(least, (before[at - 2] ?? 0) + 1)
      line.push(least)
    }
    before = above
    above = line
  }
  return above[b.length] ?? 0
}
