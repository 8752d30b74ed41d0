import type pg from "pg"

/** What `pg` offers for COPY; its types leave it out. */
interface CopyConnection extends pg.Connection {
  sendCopyFromChunk(chunk: Buffer): void
  endCopyFrom(): void
  sendCopyFail(message: string): void
}

/** How much is handed on at once; of a table, however large, two such blocks are in memory. */
export const blockBytes = 1024 * 1024

const nothing = () => {}
/** What `pg` calls on a query and COPY never needs. */
const unused = { handleRowDescription: nothing, handleDataRow: nothing, handleEmptyQuery: nothing }

function copiedRows(text: string): number {
  const rows = /^COPY (\d+)$/.exec(text)?.[1]
  if (rows === undefined) throw new Error("PostgreSQL did not say how many rows were copied")
  return Number(rows)
}

/**
 * The rows of `COPY … TO STDOUT` in blocks of one size but for the last. While the consumer is busy the socket is paused, so
 * that memory stays bounded. Returns how many rows PostgreSQL says there were.
 */
export async function* copyOut(client: pg.Client, text: string): AsyncGenerator<Buffer, number> {
  const copy = copyOutQuery(text)
  client.query(copy.query)
  let isOver = false
  try {
    for (let block = await copy.next(); block; block = await copy.next()) yield block
    isOver = true
    return copiedRows(copy.tag())
  } finally {
    // Left early: the rest of the table is still on its way, so this connection is of no use any more.
    if (!isOver) copy.abandon()
  }
}

function copyOutQuery(text: string) {
  const blocks: Buffer[] = []
  let filling = Buffer.allocUnsafe(blockBytes)
  let filled = 0
  let tag = ""
  let outcome: { readonly error: Error | null } | null = null
  let wake = nothing
  let stream: pg.Connection["stream"] | null = null

  const passOn = () => {
    blocks.push(filling.subarray(0, filled))
    filling = Buffer.allocUnsafe(blockBytes)
    filled = 0
    wake()
  }
  const end = (error: Error | null) => {
    outcome ??= { error }
    wake()
  }
  const query = {
    ...unused,
    submit(connection: pg.Connection) {
      stream = connection.stream
      connection.query(text)
    },
    // The chunk is a part of the parser's own buffer, which is used again: it is copied at once.
    handleCopyData({ chunk }: { readonly chunk: Buffer }) {
      for (let from = 0; from < chunk.length;) {
        const taken = chunk.copy(filling, filled, from)
        from += taken
        filled += taken
        if (filled === blockBytes) passOn()
      }
      if (blocks.length > 0) stream?.pause()
    },
    handleCommandComplete: (message: { readonly text: string }) => void (tag = message.text),
    handleReadyForQuery() {
      if (filled > 0) passOn()
      end(null)
    },
    handleError: end,
  }
  return {
    query,
    tag: () => tag,
    abandon: () => stream?.destroy(),
    async next(): Promise<Buffer | null> {
      for (;;) {
        const block = blocks.shift()
        if (block) return block
        if (outcome?.error) throw outcome.error
        if (outcome) return null
        const woken = new Promise<void>((resolve) => (wake = resolve))
        stream?.resume()
        await woken
      }
    },
  }
}

/** `COPY … FROM STDIN` with these bytes. Returns how many rows PostgreSQL says it has taken. */
export function copyIn(client: pg.Client, text: string, blocks: AsyncIterable<Buffer>): Promise<number> {
  return new Promise((resolve, reject) => {
    let tag = ""
    let failure: { readonly reason: unknown } | null = null
    const send = async (connection: CopyConnection) => {
      for await (const block of blocks) {
        // PostgreSQL has refused what came before.
        if (failure) return
        connection.sendCopyFromChunk(block)
        if (connection.stream.writableNeedDrain) await drained(connection)
      }
      if (!failure) connection.endCopyFrom()
    }
    client.query({
      ...unused,
      submit: (connection: pg.Connection) => connection.query(text),
      handleCopyInResponse(connection: CopyConnection) {
        send(connection).catch((error: unknown) => {
          // What the source says is the reason; PostgreSQL's answer to the failed COPY follows and is none.
          failure ??= { reason: error }
          if (connection.stream.destroyed) reject(error)
          else connection.sendCopyFail("the source failed")
        })
      },
      handleCopyData: nothing,
      handleCommandComplete: (message: { readonly text: string }) => void (tag = message.text),
      handleReadyForQuery() {
        try {
          resolve(copiedRows(tag))
        } catch (error) {
          reject(error)
        }
      },
      handleError(error: Error) {
        failure ??= { reason: error }
        reject(failure.reason)
      },
    })
  })
}

function drained({ stream }: pg.Connection): Promise<void> {
  return new Promise((resolve, reject) => {
    const onDrain = () => {
      stream.off("close", onClose)
      resolve()
    }
    const onClose = () => {
      stream.off("drain", onDrain)
      reject(new Error("The connection to the database was lost."))
    }
    stream.once("drain", onDrain)
    stream.once("close", onClose)
  })
}
