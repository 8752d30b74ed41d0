import { useEffect, useState } from "react"
import { isCancelled } from "../../../platform/http/failure.ts"

export type Asked<T> =
  | { readonly at: "asking" }
  | { readonly at: "told"; readonly told: T }
  | { readonly at: "failed"; readonly why: unknown }

type Request<T> = (signal: AbortSignal) => Promise<T>

interface Answer<T> {
  readonly request: Request<T>
  readonly round: number
  readonly asked: Asked<T>
}

/** A call whose answer stands beside the form: the login pages have no query client. */
export function useLoginCall<T>(request: Request<T>, round = 0): Asked<T> {
  const [answer, setAnswer] = useState<Answer<T> | null>(null)

  useEffect(() => {
    const controller = new AbortController()
    const keep = (asked: Asked<T>) => {
      if (!controller.signal.aborted) setAnswer({ request, round, asked })
    }
    request(controller.signal).then(
      (told) => keep({ at: "told", told }),
      (why: unknown) => !isCancelled(why) && keep({ at: "failed", why }),
    )
    return () => controller.abort()
  }, [request, round])

  // An answer to another request does not count.
  return answer?.request === request && answer.round === round ? answer.asked : { at: "asking" }
}
