import { once } from "node:events"
import { createServer, type AddressInfo, type Socket } from "node:net"
import { expect, onTestFinished, test } from "vitest"
import { outboundTo } from "./outbound.ts"

const to = outboundTo(["127.0.0.1"])

/** The other side, byte by byte: what it does on each connection once a request has begun to come. */
async function server(answer: (socket: Socket) => void): Promise<{ address: string; closed: Promise<void> }> {
  let hasClosed = () => {}
  const closed = new Promise<void>((resolve) => (hasClosed = resolve))
  const listening = createServer((socket) => {
    socket.on("error", () => {})
    socket.on("close", hasClosed)
    socket.once("data", () => {
      answer(socket)
    })
  }).listen(0, "127.0.0.1")
  await once(listening, "listening")
  onTestFinished(() => void listening.close())
  return { address: `http://127.0.0.1:${(listening.address() as AddressInfo).port}/`, closed }
}

const write = (text: string) => (socket: Socket) => void socket.write(text)
const end = (text: string) => (socket: Socket) => void socket.end(text)

/** Goes on until the connection is closed. */
const againAndAgain = (begin: string, part: string) => (socket: Socket) => {
  socket.write(begin)
  const timer = setInterval(() => socket.write(part), 10)
  socket.on("close", () => clearInterval(timer))
}

const upgrade = "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n"
const head = "HTTP/1.1 200 OK\r\n"

/** For each: whether it comes to an answer. Without one, `fetch` and `read` fail. */
const ends: readonly (readonly [
  what: string,
  answer: (socket: Socket) => void,
  ends: "fails" | "answers",
])[] = [
  ["101 Switching Protocols", write(upgrade), "fails"],
  ["101 and then bytes", againAndAgain(upgrade, "x"), "fails"],
  ["101 and the end", end(upgrade), "fails"],
  ["101 without Upgrade", write("HTTP/1.1 101 Switching Protocols\r\n\r\n"), "fails"],
  ["silence", () => {}, "fails"],
  ["a close before the headers", end(""), "fails"],
  ["a close in the headers", end(`${head}Content-Le`), "fails"],
  ["a reset", (socket) => void socket.resetAndDestroy(), "fails"],
  ["no HTTP", end("SSH-2.0-OpenSSH_9.2\r\n"), "fails"],
  ["100 and nothing more", write("HTTP/1.1 100 Continue\r\n\r\n"), "fails"],
  ["102 and the end", end("HTTP/1.1 102 Processing\r\n\r\n"), "fails"],
  ["102 for ever", againAndAgain("", "HTTP/1.1 102 Processing\r\n\r\n"), "fails"],
  ["103 for ever", againAndAgain("", "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n"), "fails"],
  ["headers that trickle", againAndAgain(head, "X-A: b\r\n"), "fails"],
  ["one header that trickles", againAndAgain(`${head}X-A: `, "b"), "fails"],
  [
    "102 and 103 and an answer",
    end(`HTTP/1.1 102 Processing\r\n\r\nHTTP/1.1 103 Early Hints\r\n\r\n${head}Content-Length: 2\r\n\r\nok`),
    "answers",
  ],
]

for (const [what, answer, ending] of ends)
  test(
    `[FAULT-5] an outgoing call to which the other side says ${what} ends within its limit`,
    { timeout: 10_000 },
    async () => {
      for (const way of ["fetch", "read"] as const) {
        const { address, closed } = await server(answer)
        const call = to[way](address, { signal: AbortSignal.timeout(200), reads: 100 })
        if (ending === "fails") await expect(call, way).rejects.toBeInstanceOf(Error)
        else expect(await (await call).text()).toBe("ok")
        // Nothing of it is left open either.
        await closed
      }
    },
  )

const bodies: readonly (readonly [what: string, answer: (socket: Socket) => void])[] = [
  ["trickles", againAndAgain(`${head}Content-Length: 100000\r\n\r\n`, "x")],
  ["trickles in chunks", againAndAgain(`${head}Transfer-Encoding: chunked\r\n\r\n`, "1\r\nx\r\n")],
  ["never begins", write(`${head}Content-Length: 10\r\n\r\n`)],
  ["breaks off", end(`${head}Content-Length: 10\r\n\r\nx`)],
  [
    "is reset",
    (socket) => void socket.write(`${head}Content-Length: 10\r\n\r\nx`, () => socket.resetAndDestroy()),
  ],
  ["is longer than anybody reads", againAndAgain(`${head}\r\n`, "x".repeat(100_000))],
]

for (const [what, answer] of bodies)
  test(
    `[FAULT-5] an outgoing call whose answer ${what} ends within its limit`,
    { timeout: 10_000 },
    async () => {
      const limit = () => AbortSignal.timeout(200)
      const whole = await server(answer)
      await expect(to.read(whole.address, { signal: limit() })).rejects.toBeInstanceOf(Error)
      // Where the status counts, a body that breaks off takes nothing from it.
      const part = await server(answer)
      expect((await to.fetch(part.address, { signal: limit(), reads: 100 })).status).toBe(200)
      const none = await server(answer)
      expect((await to.fetch(none.address, { signal: limit() })).status).toBe(200)
      await Promise.all([whole.closed, part.closed, none.closed])
    },
  )

test("[FAULT-5] an outgoing call that is ended before it begins makes no connection", async () => {
  let asked = 0
  const { address } = await server(() => (asked += 1))
  const reason = new Error("no longer wanted")
  for (const way of ["fetch", "read"] as const)
    await expect(to[way](address, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason)
  expect(asked).toBe(0)
})
