import { useQueryClient } from "@tanstack/react-query"
import type { Call, InputOf, OutputOf } from "@uc/contract/core/call"
import { useRef, useState } from "react"
import { messageOf } from "./failure.ts"
import { newIdempotencyKey, send } from "./send.ts"
import { invalidateAndRefetch } from "./use-call.ts"

export type Act = <C extends Call>(call: C, input: InputOf<C>) => Promise<OutputOf<C> | null>

interface ActionOptions {
  /** Calls whose answers a write may change: they are loaded again. */
  readonly shown: readonly Call[]
  /** Whether these must be loaded before the write counts as done. */
  readonly isShownFirst?: boolean
  /** The screen's own sentence, where the server has none. */
  readonly fallback?: string
  readonly onDone?: () => void
  readonly onFailed?: (error: unknown) => void
}

/**
 * A page's writes. The same write pressed twice, or repeated after a lost answer, has one key and is done once (REQ-2);
 * any other, and the same after it was done, has a new one.
 */
export function useAction({ shown, isShownFirst = true, fallback, onDone, onFailed }: ActionOptions) {
  const client = useQueryClient()
  const tried = useRef({ what: "", key: "" })
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)

  /** Throws the failure, for callers that show it themselves. */
  async function attempt<C extends Call>(call: C, input: InputOf<C>): Promise<OutputOf<C>> {
    const what = JSON.stringify([call.path, input])
    if (tried.current.what !== what) tried.current = { what, key: newIdempotencyKey() }
    const done = await send(call, input, { idempotencyKey: tried.current.key })
    tried.current = { what: "", key: "" }
    onDone?.()
    const renewed = Promise.all(shown.map((each) => invalidateAndRefetch(client, each)))
    if (isShownFirst) await renewed
    return done
  }

  const act: Act = async (call, input) => {
    if (isBusy) return null
    setBusy(true)
    setProblem(null)
    try {
      return await attempt(call, input)
    } catch (error) {
      setProblem(messageOf(error, fallback))
      onFailed?.(error)
      return null
    } finally {
      setBusy(false)
    }
  }

  return { act, attempt, isBusy, problem, setProblem }
}
