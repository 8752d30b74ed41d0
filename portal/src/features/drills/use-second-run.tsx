import { drillCalls, drillMessages, executionTypes, type LiveDrill } from "@uc/contract/drills/calls"
import { secondRunMessages } from "@uc/contract/drills/second-run"
import type { InputOf } from "@uc/contract/core/call"
import { idsOf, pageLimit } from "@uc/contract/core/wire"
import { useState, type ReactNode } from "react"
import { Failure } from "../../platform/http/failure.ts"
import { send } from "../../platform/http/send.ts"
import { ConfirmDialog } from "../../ui/overlays/confirm-dialog.tsx"

interface Asked {
  readonly running: readonly LiveDrill[]
  readonly answer: (isWanted: boolean) => void
}

interface SecondRun {
  /**
   * Done: nothing runs in these organisations, or a second run is wanted. Throws a cancellation otherwise, and what the server
   * would refuse is not asked about.
   */
  readonly confirm: (wanted: InputOf<typeof drillCalls.start>) => Promise<void>
  readonly dialog: ReactNode
}

/** DAY-5: where something is running already, a second run is asked about. */
export function useSecondRun(): SecondRun {
  const [asked, setAsked] = useState<Asked | null>(null)

  async function confirm({ orgids, planId, zxType }: InputOf<typeof drillCalls.start>): Promise<void> {
    const { items } = await send(drillCalls.live, { limit: pageLimit })
    const running = items.filter(({ orgid }) => idsOf(orgids).includes(orgid))
    if (running.length === 0) return
    // As the server: a drill never blocks an emergency.
    const same = running.filter(
      (each) =>
        each.planId === planId &&
        (zxType === executionTypes.drill || each.zxType === executionTypes.emergency),
    )
    if (same.length > 0)
      throw new Failure("refused", drillMessages.underWay([...new Set(same.map(({ orgname }) => orgname))]))
    const isWanted = await new Promise<boolean>((answer) => setAsked({ running, answer }))
    setAsked(null)
    if (!isWanted) throw new Failure("cancelled", "")
  }

  const dialog = asked && (
    <ConfirmDialog
      title={secondRunMessages.title}
      words={secondRunMessages.words(asked.running)}
      confirm={secondRunMessages.confirm}
      onConfirm={() => {
        asked.answer(true)
        return Promise.resolve(null)
      }}
      onClose={() => asked.answer(false)}
    />
  )
  return { confirm, dialog }
}
