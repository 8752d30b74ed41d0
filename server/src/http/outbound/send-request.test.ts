import { once } from "node:events"
import { createServer, type AddressInfo } from "node:net"
import { expect, onTestFinished, test } from "vitest"
import { sendRequest, type AnswerReader } from "./send-request.ts"

const unreadable = new Error("it can't be decoded")
const fails = (): never => {
  throw unreadable
}

/** Each fails at one place; the rest of it is never the reason. */
const readers: Readonly<Record<string, (() => AnswerReader) | (() => never)>> = {
  "the reader is made": fails,
  "a part is taken": () => ({ take: fails, whole: () => new Response(), brokenOff: () => null }),
  "it is whole": () => ({ take: () => false, whole: fails, brokenOff: () => null }),
  "it is enough": () => ({ take: () => true, whole: fails, brokenOff: () => null }),
}
const whole = "HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok"
const part = "HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nok"

async function sent(text: string, reader: () => AnswerReader): Promise<Response> {
  const listening = createServer((socket) => void socket.on("error", () => {}).end(text)).listen(
    0,
    "127.0.0.1",
  )
  await once(listening, "listening")
  onTestFinished(() => void listening.close())
  const { port } = listening.address() as AddressInfo
  return sendRequest(
    new URL(`http://127.0.0.1:${port}/`),
    { signal: AbortSignal.timeout(20_000) },
    { lookup: () => fails, limitMs: 20_000, reader },
  )
}

for (const [when, reader] of Object.entries(readers))
  test(`[FAULT-5] an answer that fails when ${when} ends the call with that error, and not the process`, async () => {
    await expect(sent(whole, reader)).rejects.toBe(unreadable)
  })

test("[FAULT-5] an answer that breaks off and can't be read as that ends the call with the error", async () => {
  const brokenOff = () => ({ take: () => false, whole: fails, brokenOff: fails })
  await expect(sent(part, brokenOff)).rejects.toBe(unreadable)
})
