import { useQuery } from "@tanstack/react-query"
import { useDebounced } from "../use-debounced.ts"
import { withAncestors, type LazySource } from "./lazy-source.ts"

const typingPauseMs = 200

export interface FoundNodes<N> {
  /** Undefined: loading. */
  readonly found: readonly N[] | undefined
  /** The found ones and what they stand below. */
  readonly met: readonly N[]
  readonly error: unknown
  readonly retry: () => void
}

interface FoundSetting<N> {
  readonly source: LazySource<N>
  /** What makes two searches of one text the same, e.g. the organisation. */
  readonly scope: readonly unknown[]
  readonly query: string
}

/** A search on the server, by text, pinyin or initials. Null: nothing is searched. An answer belongs to its own text only. */
export function useFoundNodes<N>({ source, scope, query }: FoundSetting<N>): FoundNodes<N> | null {
  const text = useDebounced(query.trim(), typingPauseMs)
  const isWanted = query.trim() !== ""
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ["found nodes", ...scope, text],
    queryFn: async ({ signal }) => {
      const found = await source.named(text, signal)
      return { found, met: await withAncestors(source, found, signal) }
    },
    enabled: isWanted && text !== "",
    // The earlier result stays until the new one is there.
    placeholderData: (before, asked) =>
      text.startsWith(String(asked?.queryKey.at(-1))) ? before : undefined,
    gcTime: 0,
  })
  if (!isWanted) return null
  return {
    found: text === "" ? undefined : data?.found,
    met: data?.met ?? [],
    error: isFetching || text === "" ? null : error,
    retry: () => void refetch(),
  }
}
