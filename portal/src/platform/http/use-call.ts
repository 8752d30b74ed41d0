import type { Call, InputOf, OutputOf } from "@uc/contract/core/call"
import {
  keepPreviousData,
  QueryClient,
  useQuery,
  type QueryKey,
  type UseQueryResult,
} from "@tanstack/react-query"
import { isCancelled, type Failure } from "./failure.ts"
import { send } from "./send.ts"

/** What makes two calls equal; also for `invalidateQueries`. */
export function callKey<C extends Call>(call: C, input?: InputOf<C>): QueryKey {
  const named = [call.service, call.path, call.fixed] as const
  return input === undefined ? named : [...named, input]
}

/**
 * Loads a call's shown answers again. A first load that is still running is cancelled: it may have been answered before
 * the change, and `invalidateQueries` alone would be content with it.
 */
export async function invalidateAndRefetch(client: QueryClient, call: Call): Promise<void> {
  const queryKey = callKey(call)
  await client.cancelQueries({ queryKey })
  await client.invalidateQueries({ queryKey })
}

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        // Each card has its own retry button; only a call that an equal one replaced is retried by itself.
        retry: (count, error) => isCancelled(error) && count < 2,
        refetchOnWindowFocus: false,
        // `navigator.onLine` is wrong on many office networks; the answer decides (REQ-5).
        networkMode: "always",
      },
      mutations: { retry: false, networkMode: "always" },
    },
  })
}

interface CallOptions {
  readonly isEnabled?: boolean
  readonly staleMs?: number
  /** For a list with pages: the earlier page stays until the next one is there, so that nothing jumps. */
  readonly keepsPrevious?: boolean
  /** Polled while the page is visible. */
  readonly everyMs?: number
}

/** A read of the contract for a list or a card: data, loading and failure, shared by all equal ones. */
export function useCall<C extends Call>(
  call: C,
  input: InputOf<C>,
  { isEnabled = true, staleMs = 0, keepsPrevious = false, everyMs }: CallOptions = {},
): UseQueryResult<OutputOf<C>, Failure> {
  return useQuery<OutputOf<C>, Failure>({
    queryKey: callKey(call, input),
    queryFn: ({ signal }) => send(call, input, { signal }),
    enabled: isEnabled,
    staleTime: staleMs,
    ...(everyMs !== undefined && { refetchInterval: everyMs }),
    ...(keepsPrevious && { placeholderData: keepPreviousData }),
  })
}
