import { once } from "node:events"
import { createServer, type AddressInfo } from "node:net"
import { expect, onTestFinished, test, vi } from "vitest"
import { ownConnection } from "./own-connection.ts"

test("[OPS-7] a command does not wait for ever for a database that takes connections and is silent", async () => {
  const silent = createServer((socket) => socket.on("error", () => {})).listen(0, "127.0.0.1")
  onTestFinished(() => void silent.close())
  await once(silent, "listening")
  const { port } = silent.address() as AddressInfo
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] })
  onTestFinished(() => void vi.useRealTimers())
  const taken = once(silent, "connection")
  const failure = ownConnection({ connectionString: `postgresql://uc@127.0.0.1:${port}/uc` }).catch(
    (error: unknown) => String(error),
  )
  await taken
  await vi.advanceTimersByTimeAsync(10_000)
  expect(await failure).toMatch(/timeout/)
})
