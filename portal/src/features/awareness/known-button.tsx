import { awarenessCalls, type ToldItem } from "@uc/contract/awareness/calls"
import { awarenessMessages } from "@uc/contract/awareness/told"
import { drillCalls } from "@uc/contract/drills/calls"
import { useState } from "react"
import { showFailure, showToast } from "../../platform/browser/toast.ts"
import { isUnlocking } from "../../platform/session/identity.ts"
import { send } from "../../platform/http/send.ts"
import { Button, type ButtonLooks } from "../../ui/forms/button.tsx"
import { Icon } from "../../ui/navigation/icon.tsx"
import { Spinner } from "../../ui/feedback/spinner.tsx"
import { keyOf } from "./told.ts"
import { toldHappened } from "./told-store.ts"

interface KnownButtonProps extends Pick<ButtonLooks, "look"> {
  readonly item: Pick<ToldItem, "kind" | "id">
  readonly className?: string | undefined
  readonly onDone?: () => void
}

/** 我已知晓: one tap, for oneself alone. A second one of the same is the first. */
export function KnownButton({ item, look = "primary", className, onDone }: KnownButtonProps) {
  const [isBusy, setBusy] = useState(false)
  /** Pressed on a locked screen, by whoever stands there: it is recorded once its person has unlocked it. */
  const [isWaiting, setWaiting] = useState(false)

  async function confirm() {
    if (isBusy) return
    setBusy(true)
    setWaiting(isUnlocking())
    try {
      await (item.kind === "alarm"
        ? send(awarenessCalls.confirm, { uuid: item.id })
        : send(drillCalls.confirm, { id: item.id }))
      toldHappened({ type: "confirmed", key: keyOf(item) })
      showToast("success", awarenessMessages.recorded)
      onDone?.()
    } catch (error) {
      showFailure(error)
    } finally {
      setBusy(false)
      setWaiting(false)
    }
  }

  return (
    <Button look={look} className={className} aria-busy={isBusy} onClick={() => void confirm()}>
      {isBusy ? <Spinner sizePx={16} /> : <Icon name="check" sizePx={16} />}
      {isWaiting ? awarenessMessages.afterUnlocking : awarenessMessages.known}
    </Button>
  )
}
