import { inflateRawSync } from "node:zlib"

type Cell = string | number | null

/** The parts of a zip by its central directory: what a spreadsheet reads first. */
function partsOf(file: Buffer): Map<string, string> {
  const parts = new Map<string, string>()
  const end = file.lastIndexOf(Buffer.from("PK\u0005\u0006", "latin1"))
  let at = file.readUInt32LE(end + 16)
  for (let left = file.readUInt16LE(end + 10); left > 0; left--) {
    const [method, size] = [file.readUInt16LE(at + 10), file.readUInt32LE(at + 20)]
    const [name, extra, comment] = [28, 30, 32].map((offset) => file.readUInt16LE(at + offset)) as [
      number,
      number,
      number,
    ]
    const local = file.readUInt32LE(at + 42)
    const begin = local + 30 + file.readUInt16LE(local + 26) + file.readUInt16LE(local + 28)
    const packed = file.subarray(begin, begin + size)
    const path = file.toString("utf8", at + 46, at + 46 + name)
    parts.set(path, (method === 8 ? inflateRawSync(packed) : packed).toString("utf8"))
    at += 46 + name + extra + comment
  }
  return parts
}

function plain(xml: string): string {
  return xml
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&amp;", "&")
}

function cellsOf(row: string): Cell[] {
  return [
    ...row.matchAll(/<c\/>|<c><v>([^<]*)<\/v><\/c>|<c t="inlineStr"[^>]*><is><t[^>]*>([^<]*)<\/t>/g),
  ].map(([, number, text]) =>
    text !== undefined ? plain(text) : number === undefined ? null : Number(number),
  )
}

/** The visible cells of the file, and its raw parts. */
export function readXlsx(file: Buffer): { sheets: Cell[][][]; parts: ReadonlyMap<string, string> } {
  const parts = partsOf(file)
  const sheets = [...parts.keys()]
    .filter((path) => path.startsWith("xl/worksheets/"))
    .toSorted()
    .map((path) =>
      [...(parts.get(path) ?? "").matchAll(/<row>(.*?)<\/row>/gs)].map(([, row]) => cellsOf(row ?? "")),
    )
  return { sheets, parts }
}
