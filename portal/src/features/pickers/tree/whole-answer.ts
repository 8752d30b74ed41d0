import type { UseQueryResult } from "@tanstack/react-query"

/** What a read of a tree that comes in one answer gives. */
export interface WholeAnswer<N> {
  /** Undefined: not there yet, or never. */
  readonly nodes: readonly N[] | undefined
  readonly error: unknown
  readonly retry: () => void
}

/** A tree from the last time the picker was open is shown while a newer one is on its way, and also if that does not come. */
export function wholeAnswer<D, N>(
  { data, error, isFetching, refetch }: UseQueryResult<D, unknown>,
  nodesOf: (data: D) => readonly N[],
): WholeAnswer<N> {
  return {
    nodes: data === undefined ? undefined : nodesOf(data),
    error: data === undefined && !isFetching ? error : null,
    retry: () => void refetch(),
  }
}
