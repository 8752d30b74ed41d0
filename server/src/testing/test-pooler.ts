import { once } from "node:events"
import { createConnection, createServer, type Socket } from "node:net"

/**
 * For tests: what stands between like a pooler, and tells each client a process id of its own. With `refuses` it refuses a connection
 * with a setting in the words of pgbouncer. `npm run soak -- pgbouncer` has the real one.
 */
export async function testPooler(
  target: string,
  { refuses = false } = {},
): Promise<{ readonly url: string; readonly close: () => Promise<void> }> {
  const to = new URL(target)
  const socket = `${decodeURIComponent(to.hostname)}/.s.PGSQL.5432`
  const sockets = new Set<Socket>()
  const server = createServer((client) => {
    const upstream = createConnection(socket)
    for (const each of [client, upstream]) {
      sockets.add(each)
      each.on("error", () => {})
      each.on("close", () => {
        client.destroy()
        upstream.destroy()
      })
    }
    client.once("data", (startup) => {
      if (refuses && startup.includes("options\0")) {
        client.end(refusal("unsupported startup parameter: options"))
        return
      }
      upstream.write(startup)
      client.pipe(upstream)
    })
    upstream.on("data", (chunk) => client.write(withOtherProcessId(chunk)))
  })
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  const address = server.address()
  if (address === null || typeof address === "string") throw new Error("The pooler has no port")
  return {
    url: `postgresql://uc@127.0.0.1:${address.port}${to.pathname}`,
    async close() {
      for (const each of sockets) each.destroy()
      server.close()
      await once(server, "close")
    },
  }
}

/** K, the length 12, the process id and a secret. */
const keyHead = Buffer.from([0x4b, 0, 0, 0, 12])

function withOtherProcessId(chunk: Buffer): Buffer {
  const at = chunk.indexOf(keyHead)
  if (at >= 0) chunk.writeInt32BE(1_234_567, at + keyHead.length)
  return chunk
}

function refusal(words: string): Buffer {
  const body = Buffer.from(`SFATAL\0VFATAL\0C08P01\0M${words}\0\0`)
  const head = Buffer.alloc(5, "E")
  head.writeInt32BE(body.length + 4, 1)
  return Buffer.concat([head, body])
}
