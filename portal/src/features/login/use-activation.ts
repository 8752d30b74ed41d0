import { activationCalls, activationRefusals } from "@uc/contract/login/activation-calls"
import type { OutputOf } from "@uc/contract/core/call"
import { useEffect, useState } from "react"
import { Failure, isCancelled, messageOf } from "../../platform/http/failure.ts"
import { send } from "../../platform/http/send.ts"
import { passwordMd5 } from "../../platform/session/sign-in.ts"

export type Activated = OutputOf<typeof activationCalls.look>

export type ActivationView =
  | { readonly at: "asking" }
  | { readonly at: "asked"; readonly account: Activated }
  /** The link is of no use; the sentence says what to do. */
  | { readonly at: "refused"; readonly sentence: string; readonly maySignIn: boolean }
  /** It may work the next time. */
  | { readonly at: "failed"; readonly sentence: string }
  | { readonly at: "done"; readonly usercode: string }

const refusals: readonly string[] = Object.values(activationRefusals)

function refused(sentence: string): ActivationView {
  return { at: "refused", sentence, maySignIn: sentence === activationRefusals.used }
}

/** DISTRICT-1: an activation link, from its opening to the password. `key`: the secret of the address. */
export function useActivation(key: string) {
  const [view, setView] = useState<ActivationView>({ at: "asking" })

  useEffect(() => {
    const leaving = new AbortController()
    const look = async () => {
      try {
        if (key === "") return setView(refused(activationRefusals.unknown))
        const account = await send(activationCalls.look, { key }, { signal: leaving.signal })
        setView({ at: "asked", account })
      } catch (error) {
        if (leaving.signal.aborted || isCancelled(error)) return
        const sentence = messageOf(error) ?? ""
        const isFinal = error instanceof Failure && error.kind === "refused" && refusals.includes(sentence)
        setView(isFinal ? refused(sentence) : { at: "failed", sentence })
      }
    }
    void look()
    return () => leaving.abort()
  }, [key])

  return {
    view,
    activate: async (password: string) => {
      const { usercode } = await send(activationCalls.activate, { key, password: passwordMd5(password) })
      setView({ at: "done", usercode })
    },
    /** True: the link has become useless meanwhile, and the page says so. */
    endsWith: (sentence: string): boolean => {
      if (!refusals.includes(sentence)) return false
      setView(refused(sentence))
      return true
    },
  }
}
