import { useRef, useState } from "react"
import { argumentsOf, type Values } from "./helper-call.ts"
import type { Helper } from "./helper-catalogue.ts"

export type Run =
  | { readonly at: "idle" | "waiting" }
  | { readonly at: "answered"; readonly result: unknown }
  | { readonly at: "refused"; readonly sentence: string }

/** By the same helper that other pages use. */
async function answerTo(helper: Helper, values: Values): Promise<unknown> {
  const portal = window.UserCenter
  if (!portal) throw new Error("window.UserCenter is not there")
  const call = portal[helper.method] as (...args: readonly unknown[]) => Promise<unknown>
  return call(...argumentsOf(helper, values))
}

export function useHelperRun(helper: Helper): {
  readonly run: Run
  readonly start: (values: Values) => void
} {
  const [run, setRun] = useState<Run>({ at: "idle" })
  const turn = useRef(0)
  async function go(values: Values): Promise<void> {
    const mine = ++turn.current
    setRun({ at: "waiting" })
    let outcome: Run
    try {
      outcome = { at: "answered", result: await answerTo(helper, values) }
    } catch (error) {
      outcome = { at: "refused", sentence: error instanceof Error ? error.message : String(error) }
    }
    if (mine === turn.current) setRun(outcome)
  }
  return { run, start: (values) => void go(values) }
}
