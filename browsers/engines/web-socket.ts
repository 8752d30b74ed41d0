import { randomBytes } from "node:crypto"
import { once } from "node:events"
import { request } from "node:http"
import type { Duplex } from "node:stream"

const opcodes = { text: 1, close: 8, ping: 9, pong: 10 } as const

function frame(opcode: number, payload: Buffer): Buffer {
  const { length } = payload
  const head =
    length < 126
      ? Buffer.from([0x80 | opcode, 0x80 | length])
      : Buffer.from([0x80 | opcode, 0x80 | 127, ...eightBytes(length)])
  const mask = randomBytes(4)
  return Buffer.concat([head, mask, payload.map((byte, at) => byte ^ (mask[at % 4] ?? 0))])
}

function eightBytes(length: number): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64BE(BigInt(length))
  return bytes
}

/** The first whole frame of what has arrived, and what is behind it. */
function readFrame(arrived: Buffer) {
  if (arrived.length < 2) return null
  const [first = 0, second = 0] = arrived
  const short = second & 0x7f
  const start = short === 127 ? 10 : short === 126 ? 4 : 2
  if (arrived.length < start) return null
  const length =
    short === 127 ? Number(arrived.readBigUInt64BE(2)) : short === 126 ? arrived.readUInt16BE(2) : short
  if (arrived.length < start + length) return null
  return {
    isLast: (first & 0x80) !== 0,
    opcode: first & 0x0f,
    payload: arrived.subarray(start, start + length),
    rest: arrived.subarray(start + length),
  }
}

export interface TextSocket {
  readonly send: (text: string) => void
  readonly close: () => void
}

/**
 * The few frames that a debugging port wants. Node has a WebSocket of its own from 22 on, and 20 is the oldest that the tests
 * run under.
 */
export async function openSocket(address: string, onText: (text: string) => void): Promise<TextSocket> {
  const asked = request(address.replace(/^ws/, "http"), {
    headers: {
      connection: "Upgrade",
      upgrade: "websocket",
      "sec-websocket-version": "13",
      "sec-websocket-key": randomBytes(16).toString("base64"),
    },
  })
  asked.end()
  const [, stream, first] = (await once(asked, "upgrade")) as [unknown, Duplex, Buffer]
  let arrived = first
  let parts: Buffer[] = []
  const read = () => {
    for (let next = readFrame(arrived); next; next = readFrame(arrived)) {
      arrived = next.rest
      if (next.opcode === opcodes.ping) stream.write(frame(opcodes.pong, next.payload))
      if (next.opcode >= opcodes.close) continue
      parts.push(next.payload)
      if (!next.isLast) continue
      const text = Buffer.concat(parts).toString("utf8")
      parts = []
      onText(text)
    }
  }
  stream.on("data", (bytes: Buffer) => {
    arrived = Buffer.concat([arrived, bytes])
    read()
  })
  // A browser that is gone answers nothing more; whoever waits for it fails by its own time limit.
  stream.on("error", () => undefined)
  read()
  return {
    send: (text) => stream.write(frame(opcodes.text, Buffer.from(text))),
    close: () => stream.destroy(),
  }
}
