import { createSocket } from "node:dgram"
import { once } from "node:events"
import { isIP } from "node:net"

type Records = Readonly<Record<string, readonly string[] | "silent" | "fails">>

export interface NameServer {
  /** As `setServers` of a resolver takes it. */
  readonly address: string
  /** The requests so far, as "A name". */
  readonly asked: string[]
  /** From now on. */
  says(records: Records): void
  close(): void
}

const types = { 1: "A", 28: "AAAA" } as const

/** For tests: a name server on loopback. Of a name that it does not have it says so; it may be silent about others for ever. */
export async function nameServer(given: Records): Promise<NameServer> {
  let records = given
  const asked: string[] = []
  const socket = createSocket("udp4")
  socket.on("message", (request, from) => {
    const { name, end } = nameIn(request)
    const type = request.readUInt16BE(end)
    asked.push(`${types[type as 1] ?? type} ${name}`)
    const found = records[name]
    if (found === "silent") return
    const answers = Array.isArray(found) ? found.filter((each) => isIP(each) === (type === 1 ? 4 : 6)) : []
    socket.send(answerTo(request.subarray(0, end + 4), codeOf(found), answers), from.port, from.address)
  })
  socket.bind(0, "127.0.0.1")
  await once(socket, "listening")
  return {
    address: `127.0.0.1:${socket.address().port}`,
    asked,
    says: (next) => void (records = next),
    close: () => socket.close(),
  }
}

/** NOERROR, SERVFAIL, NXDOMAIN. */
function codeOf(found: Records[string] | undefined): number {
  if (found === undefined) return 3
  return found === "fails" ? 2 : 0
}

function nameIn(request: Buffer): { name: string; end: number } {
  const labels: string[] = []
  let at = 12
  for (let length = request[at] ?? 0; length > 0; length = request[at] ?? 0) {
    labels.push(request.toString("latin1", at + 1, at + 1 + length))
    at += length + 1
  }
  return { name: labels.join(".").toLowerCase(), end: at + 1 }
}

function answerTo(request: Buffer, code: number, addresses: readonly string[]): Buffer {
  const head = Buffer.from(request)
  head.writeUInt16BE(0x8180 + code, 2)
  head.writeUInt16BE(addresses.length, 6)
  head.writeUInt32BE(0, 8)
  const records = addresses.map((address) => {
    const bytes = bytesOf(address)
    const record = Buffer.alloc(12)
    // The name of the request, which begins at byte 12.
    record.writeUInt16BE(0xc00c, 0)
    record.writeUInt16BE(bytes.length === 4 ? 1 : 28, 2)
    record.writeUInt16BE(1, 4)
    record.writeUInt16BE(bytes.length, 10)
    return Buffer.concat([record, bytes])
  })
  return Buffer.concat([head, ...records])
}

function bytesOf(address: string): Buffer {
  if (isIP(address) === 4) return Buffer.from(address.split(".").map(Number))
  // `new URL` writes every form of it in the same way, and `::` once at most.
  const [before = "", after = ""] = new URL(`http://[${address}]`).hostname.slice(1, -1).split("::")
  const groups = (text: string) => text.split(":").filter((group) => group !== "")
  const [first, last] = [groups(before), groups(after)]
  const all = [...first, ...Array<string>(8 - first.length - last.length).fill("0"), ...last]
  return Buffer.from(
    all.flatMap((group) => [Number.parseInt(group, 16) >> 8, Number.parseInt(group, 16) & 255]),
  )
}
