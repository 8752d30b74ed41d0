import type { Service } from "@uc/contract/core/call"
import { isNotOffered } from "../../../platform/http/not-offered.ts"
import type { LazySource } from "./lazy-source.ts"

/** Levels that are loaded in order to find what was chosen before: a tree without end must not be walked. */
const levelsAtMost = 100

interface Plain<N> {
  readonly service: Service
  /** False: the service has not regarded the text or the ids, and answered with something else. */
  readonly isSelection: (nodes: readonly N[]) => boolean
}

/**
 * DISTRICT-16: for a service that can neither search nor name nodes by id. Then what was loaded is searched, and what was chosen
 * before is found by walking down from the top.
 */
export function withPlainFallback<N>(
  source: LazySource<N>,
  { service, isSelection }: Plain<N>,
): LazySource<N> {
  const loaded = new Map<string, N>()
  const levels = new Map<string | null, readonly N[]>()
  const underWay = new Map<string | null, Promise<readonly N[]>>()

  /** One at a time for each level: two equal requests would cancel each other (REQ-2). */
  const below: LazySource<N>["below"] = (parent, signal) => {
    const asked = underWay.get(parent) ?? load(parent, signal).finally(() => underWay.delete(parent))
    underWay.set(parent, asked)
    return asked
  }

  async function load(parent: string | null, signal: AbortSignal): Promise<readonly N[]> {
    const nodes = await source.below(parent, signal)
    for (const node of nodes) loaded.set(source.keyOf(node), node)
    levels.set(parent, nodes)
    return nodes
  }

  /** Null: the service can't. */
  async function selected(ask: () => Promise<readonly N[]>): Promise<readonly N[] | null> {
    try {
      const nodes = await ask()
      return isSelection(nodes) ? nodes : null
    } catch (error) {
      if (isNotOffered(error, service)) return null
      throw error
    }
  }

  async function walkedTo(ids: readonly string[], signal: AbortSignal): Promise<readonly N[]> {
    const isMissing = () => ids.some((id) => !loaded.has(id))
    const waiting: (string | null)[] = [null]
    for (let level = 0; level < levelsAtMost && waiting.length > 0 && isMissing(); level++) {
      const parent = waiting.shift() ?? null
      // oxlint-disable-next-line no-await-in-loop
      const nodes = levels.get(parent) ?? (await below(parent, signal))
      waiting.push(...nodes.filter((node) => !source.isLeaf(node)).map(source.keyOf))
    }
    return ids.flatMap((id) => loaded.get(id) ?? [])
  }

  return {
    ...source,
    below,
    named: async (text, signal) => {
      const wanted = text.toLowerCase()
      const isCalled = (node: N) => source.labelOf(node).toLowerCase().includes(wanted)
      return (
        (await selected(() => source.named(text, signal))) ??
        [...loaded.values()].filter(isCalled).slice(0, source.foundAtMost)
      )
    },
    ofIds: async (ids, signal) =>
      (await selected(() => source.ofIds(ids, signal))) ?? (await walkedTo(ids, signal)),
  }
}
