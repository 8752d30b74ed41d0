import { homeLayoutCalls, layoutLimits, type CustomItem } from "@uc/contract/home/calls"
import { Failure } from "../../platform/http/failure.ts"
import { newIdempotencyKey, send } from "../../platform/http/send.ts"

const triesAtMost = 3

/** In a list there is an order and nothing else. */
function itemOf(key: string, at: number): CustomItem {
  return { key, x: 0, y: at, w: 1, h: 1, isHidden: false }
}

async function read(): Promise<{ readonly ids: readonly string[]; readonly version: number }> {
  const [kept] = await send(homeLayoutCalls.list, { type: "favourites" })
  return { ids: kept?.items.map(({ key }) => key) ?? [], version: kept?.version ?? 0 }
}

/**
 * Changes the favourites on the server and returns them. Where another device saves at the same time they are read and
 * changed again: neither loses what the other has marked.
 */
export async function changeKept(
  change: (ids: readonly string[]) => readonly string[],
): Promise<readonly string[]> {
  for (let tries = 1; ; tries++) {
    const { ids, version } = await read()
    const wanted = [...new Set(change(ids))].slice(0, layoutLimits.items)
    if (wanted.join() === ids.join()) return ids
    try {
      const asked = { type: "favourites", items: wanted.map(itemOf), version } as const
      const saved = await send(homeLayoutCalls.save, asked, { idempotencyKey: newIdempotencyKey() })
      return saved.items.map(({ key }) => key)
    } catch (error) {
      const isOthers = error instanceof Failure && error.kind === "refused"
      if (!isOthers || tries >= triesAtMost) throw error
    }
  }
}
