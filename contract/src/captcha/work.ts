/*
 * DAY-1: the proof of work of a picture, which costs a robot time and a person none. The browser finds for each part a
 * number with which the SHA-256 of `workText` begins with so many zero bits as the server says. Many small parts take about
 * the same time for everybody; one large one would take some people ten times as long as others.
 */
export const workLimits = { parts: 16, length: 256, bits: 24 } as const

export function workText(id: string, part: number, number: number): string {
  return `${id}.${part}.${number}`
}

/** How many zero bits these bytes begin with. */
export function zeroBits(hash: Uint8Array): number {
  let bits = 0
  for (const byte of hash) {
    if (byte !== 0) return bits + Math.clz32(byte) - 24
    bits += 8
  }
  return bits
}
