import { demoMessageCalls, demoMessageMessages, type DemoMessage } from "@uc/contract/demo/message-calls"
import { useEffect, useState } from "react"
import { Failure, isCancelled, messageOf } from "../../platform/http/failure.ts"
import { send } from "../../platform/http/send.ts"

const pollMs = 3000

export type Outbox =
  | { readonly at: "loading" | "off" }
  | { readonly at: "shown"; readonly messages: readonly DemoMessage[]; readonly isStale: boolean }
  | { readonly at: "failed"; readonly sentence: string }

function outboxAfter(before: Outbox, error: unknown): Outbox {
  if (isCancelled(error)) return before
  const sentence = messageOf(error) ?? ""
  if (error instanceof Failure && sentence === demoMessageMessages.off) return { at: "off" }
  // The shown messages are still true; only whether there are more is unknown.
  return before.at === "shown" ? { ...before, isStale: true } : { at: "failed", sentence }
}

/** Without the shell's query client, because the page is also shown outside of the shell. Polls only while it is visible. */
export function useDemoMessages(): Outbox {
  const [outbox, setOutbox] = useState<Outbox>({ at: "loading" })
  const isOff = outbox.at === "off"

  useEffect(() => {
    if (isOff) return
    const controller = new AbortController()
    const { signal } = controller
    let isAsking = false

    async function ask() {
      if (isAsking || document.visibilityState === "hidden") return
      isAsking = true
      try {
        const messages = await send(demoMessageCalls.list, {}, { signal })
        if (!signal.aborted) setOutbox({ at: "shown", messages, isStale: false })
      } catch (error) {
        if (!signal.aborted) setOutbox((before) => outboxAfter(before, error))
      } finally {
        isAsking = false
      }
    }
    const beat = () => void ask()

    beat()
    const timer = setInterval(beat, pollMs)
    document.addEventListener("visibilitychange", beat)
    return () => {
      clearInterval(timer)
      document.removeEventListener("visibilitychange", beat)
      controller.abort()
    }
  }, [isOff])

  return outbox
}
