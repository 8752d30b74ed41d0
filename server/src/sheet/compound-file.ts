/** A stream of a compound file; its name has at most 31 letters. */
export interface CompoundStream {
  readonly name: string
  readonly content: Buffer
}

const sectorBytes = 512
const smallSectorBytes = 64
/** Shorter streams stand together in one, in small sectors. */
const smallBelow = 4096
const entryBytes = 128
const endOfChain = 0xfffffffe
const free = 0xffffffff
const fatSector = 0xfffffffd
/** What the header itself can name: enough for some 7 MB. */
const fatSectorsAtMost = 109

/** The container of encrypted workbooks (MS-CFB, version 3): a small file system in one file. */
export function compoundFile(streams: readonly CompoundStream[]): Buffer {
  const small = streams.filter(({ content }) => content.length < smallBelow)
  const large = streams.filter(({ content }) => content.length >= smallBelow)
  const smallTable: number[] = []
  const smallStarts = small.map(({ content }) => chain(smallTable, sectorsOf(content, smallSectorBytes)))
  const smallContent = Buffer.concat(small.map(({ content }) => padded(content, smallSectorBytes)))
  const smallTableContent = padded(uint32s(smallTable), sectorBytes, 0xff)

  const contents = [
    Buffer.alloc(roundedUp((streams.length + 1) * entryBytes, sectorBytes)),
    smallTableContent,
    smallContent,
    ...large.map(({ content }) => content),
  ]
  const counts = contents.map((content) => sectorsOf(content, sectorBytes))
  const fatCount = fatSectorsFor(counts.reduce((sum, count) => sum + count, 0))
  const table: number[] = Array.from({ length: fatCount }, () => fatSector)
  const starts = counts.map((count) => chain(table, count))
  const [directoryAt = endOfChain, smallTableAt = endOfChain, smallContentAt = endOfChain] = starts

  const startOf = (stream: CompoundStream) =>
    (small.includes(stream) ? smallStarts[small.indexOf(stream)] : starts[3 + large.indexOf(stream)]) ??
    endOfChain
  contents[0] = directory(streams, startOf, { at: smallContentAt, bytes: smallContent.length })
  const header = headerOf({ fatCount, directoryAt, smallTableAt, smallTableCount: counts[1] ?? 0 })
  const fat = padded(uint32s(table), sectorBytes, 0xff)
  return Buffer.concat([header, fat, ...contents.map((content) => padded(content, sectorBytes))])
}

/** The table names its own sectors too. */
function fatSectorsFor(others: number): number {
  let count = 1
  while (count * (sectorBytes / 4) < others + count) count++
  if (count > fatSectorsAtMost) throw new Error("Too much for one compound file")
  return count
}

/** Each sector names the next one. Gives the first. */
function chain(table: number[], count: number): number {
  if (count === 0) return endOfChain
  const first = table.length
  for (let left = count; left > 0; left--) table.push(left === 1 ? endOfChain : table.length + 1)
  return first
}

/** The root, then each stream, all of them children of the root in the order that readers expect: short names first. */
function directory(
  streams: readonly CompoundStream[],
  startOf: (stream: CompoundStream) => number,
  small: { readonly at: number; readonly bytes: number },
): Buffer {
  const content = Buffer.alloc(roundedUp((streams.length + 1) * entryBytes, sectorBytes))
  for (let at = 0; at < content.length; at += entryBytes) links(content, at, {})
  const sorted = streams.toSorted(
    (a, b) => a.name.length - b.name.length || (a.name.toUpperCase() < b.name.toUpperCase() ? -1 : 1),
  )
  entry(content, 0, { name: "Root Entry", type: 5, start: small.at, bytes: small.bytes })
  // A list is a tree as well: each has the next one on its right.
  links(content, 0, { child: streams.length > 0 ? 1 : free })
  for (const [no, stream] of sorted.entries()) {
    const at = (no + 1) * entryBytes
    entry(content, at, { name: stream.name, type: 2, start: startOf(stream), bytes: stream.content.length })
    links(content, at, { right: no + 1 < sorted.length ? no + 2 : free })
  }
  return content
}

function entry(
  content: Buffer,
  at: number,
  { name, type, start, bytes }: { name: string; type: number; start: number; bytes: number },
): void {
  content.write(name, at, "utf16le")
  content.writeUInt16LE((name.length + 1) * 2, at + 64)
  content.writeUInt8(type, at + 66)
  // Black.
  content.writeUInt8(1, at + 67)
  content.writeUInt32LE(start, at + 116)
  content.writeUInt32LE(bytes, at + 120)
}

function links(content: Buffer, at: number, { right = free, child = free }): void {
  content.writeUInt32LE(free, at + 68)
  content.writeUInt32LE(right, at + 72)
  content.writeUInt32LE(child, at + 76)
}

function headerOf(places: {
  readonly fatCount: number
  readonly directoryAt: number
  readonly smallTableAt: number
  readonly smallTableCount: number
}): Buffer {
  const header = Buffer.alloc(sectorBytes)
  Buffer.from("d0cf11e0a1b11ae1", "hex").copy(header)
  header.writeUInt16LE(0x3e, 24)
  header.writeUInt16LE(3, 26)
  header.writeUInt16LE(0xfffe, 28)
  header.writeUInt16LE(Math.log2(sectorBytes), 30)
  header.writeUInt16LE(Math.log2(smallSectorBytes), 32)
  header.writeUInt32LE(places.fatCount, 44)
  header.writeUInt32LE(places.directoryAt, 48)
  header.writeUInt32LE(smallBelow, 56)
  header.writeUInt32LE(places.smallTableAt, 60)
  header.writeUInt32LE(places.smallTableCount, 64)
  header.writeUInt32LE(endOfChain, 68)
  for (let no = 0; no < fatSectorsAtMost; no++)
    header.writeUInt32LE(no < places.fatCount ? no : free, 76 + no * 4)
  return header
}

function uint32s(values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4)
  for (const [no, value] of values.entries()) bytes.writeUInt32LE(value, no * 4)
  return bytes
}

function roundedUp(bytes: number, to: number): number {
  return Math.ceil(bytes / to) * to
}

function sectorsOf(content: Buffer, size: number): number {
  return Math.ceil(content.length / size)
}

function padded(content: Buffer, to: number, filling = 0): Buffer {
  const missing = roundedUp(content.length, to) - content.length
  return missing === 0 ? content : Buffer.concat([content, Buffer.alloc(missing, filling)])
}
