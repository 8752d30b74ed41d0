import { attachmentMessages } from "@uc/contract/attachments/calls"
import { refused } from "../refused.ts"

const magic = Buffer.from("d0cf11e0a1b11ae1", "hex")

export function isCompoundFile(head: Buffer): boolean {
  return head.subarray(0, magic.length).equals(magic)
}

const endOfChain = 0xfffffffe
const freeSector = 0xffffffff
const directoryEntryBytes = 128
/** In the header; a file of ten megabytes has at most 160 of them. */
const headerTables = 109

export interface CompoundFile {
  /** The names of everything in it, storages and streams, as they are written. */
  readonly names: ReadonlySet<string>
  /** The names of what stands at its top. */
  readonly top: ReadonlySet<string>
}

/**
 * The directory of a compound file (OLE2), the container of Office before 2007 and of WPS. Only the directory is read:
 * what it names decides what the file is.
 */
export function readCompoundFile(file: Buffer): CompoundFile {
  try {
    return directoryOf(file)
  } catch (error) {
    if (error instanceof RangeError) throw broken()
    throw error
  }
}

function directoryOf(file: Buffer): CompoundFile {
  const shift = file.readUInt16LE(30)
  if (!isCompoundFile(file) || (shift !== 9 && shift !== 12)) throw broken()
  const sectorBytes = 1 << shift
  const sectors = Math.ceil(file.length / sectorBytes)
  const placeOf = (sector: number) => (sector + 1) * sectorBytes
  const tables = tablesOf(file, sectorBytes, placeOf)
  const next = (sector: number): number => {
    const table = tables[Math.floor((sector * 4) / sectorBytes)]
    if (table === undefined) throw broken()
    return file.readUInt32LE(placeOf(table) + ((sector * 4) % sectorBytes))
  }
  const entries: Entry[] = []
  let steps = 0
  for (let sector = file.readUInt32LE(48); sector !== endOfChain; sector = next(sector)) {
    // A chain that comes back to itself.
    if (++steps > sectors) throw broken()
    for (let at = placeOf(sector); at < placeOf(sector + 1); at += directoryEntryBytes)
      entries.push(entryAt(file, at))
  }
  const root = entries[0]
  if (root?.kind !== kinds.root) throw broken()
  const isUsed = ({ kind }: Entry) => kind === kinds.storage || kind === kinds.stream
  return {
    names: new Set(entries.filter(isUsed).map(({ name }) => name)),
    top: new Set(
      below(entries, root.child)
        .filter(isUsed)
        .map(({ name }) => name),
    ),
  }
}

/** The sectors that hold the table of chains: 109 in the header, more in a chain of their own. */
function tablesOf(file: Buffer, sectorBytes: number, placeOf: (sector: number) => number): number[] {
  const tables: number[] = []
  const take = (from: number, count: number) => {
    for (let no = 0; no < count; no++) {
      const sector = file.readUInt32LE(from + no * 4)
      if (sector !== freeSector) tables.push(sector)
    }
  }
  take(76, headerTables)
  const perSector = sectorBytes / 4 - 1
  const most = file.length / sectorBytes
  let steps = 0
  for (let more = file.readUInt32LE(68); more < endOfChain;) {
    if (++steps > most) throw broken()
    take(placeOf(more), perSector)
    more = file.readUInt32LE(placeOf(more) + perSector * 4)
  }
  return tables
}

const kinds = { storage: 1, stream: 2, root: 5 } as const
const none = 0xffffffff

interface Entry {
  readonly name: string
  readonly kind: number
  readonly left: number
  readonly right: number
  readonly child: number
}

function entryAt(file: Buffer, at: number): Entry {
  const nameBytes = Math.min(64, file.readUInt16LE(at + 64))
  return {
    name: file.toString("utf16le", at, at + Math.max(0, nameBytes - 2)),
    kind: file.readUInt8(at + 66),
    left: file.readUInt32LE(at + 68),
    right: file.readUInt32LE(at + 72),
    child: file.readUInt32LE(at + 76),
  }
}

/** The tree of siblings that begins at `first`. */
function below(entries: readonly Entry[], first: number): Entry[] {
  const found = new Map<number, Entry>()
  const open = [first]
  for (let no = open.pop(); no !== undefined; no = open.pop()) {
    const entry = entries[no]
    if (no === none || !entry || found.has(no)) continue
    found.set(no, entry)
    open.push(entry.left, entry.right)
  }
  return [...found.values()]
}

function broken() {
  return refused(attachmentMessages.brokenOffice)
}
