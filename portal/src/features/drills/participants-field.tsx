import { drillCalls } from "@uc/contract/drills/calls"
import type { OutputOf } from "@uc/contract/core/call"
import { useState } from "react"
import { messageOf } from "../../platform/http/failure.ts"
import { pick } from "../../platform/dialogs/pick.ts"
import { send } from "../../platform/http/send.ts"
import { Button } from "../../ui/forms/button.tsx"
import { Chips } from "../../ui/marks/chips.tsx"
import { Icon } from "../../ui/navigation/icon.tsx"
import { Spinner } from "../../ui/feedback/spinner.tsx"
import css from "./drill-dialog.module.css"

export type Participant = OutputOf<typeof drillCalls.participants>["organisations"][number]

interface ParticipantsFieldProps {
  readonly chosen: readonly Participant[]
  /** Null: the own organisation, and nothing to choose. */
  readonly onChosen: ((chosen: readonly Participant[]) => void) | null
  readonly hint: string | null
  readonly onProblem: (problem: string | null) => void
}

/** Areas are picked, and their organisations taken; each may be left out again. */
export function ParticipantsField({ chosen, onChosen, hint, onProblem }: ParticipantsFieldProps) {
  const [isBusy, setBusy] = useState(false)

  async function choose() {
    if (!onChosen || isBusy) return
    setBusy(true)
    onProblem(null)
    try {
      const areas = await pick("area", { title: "选择参加演练的区域", min: 1 })
      if (!areas) return
      const areaids = areas.map(({ areaid }) => areaid).join(",")
      const { organisations } = await send(drillCalls.participants, { areaids })
      const known = new Set(chosen.map(({ orgid }) => orgid))
      onChosen([...chosen, ...organisations.filter(({ orgid }) => !known.has(orgid))])
      if (organisations.length === 0) onProblem("所选区域内没有可以参加的单位")
    } catch (error) {
      onProblem(messageOf(error))
    } finally {
      setBusy(false)
    }
  }

  return (
    <div className={css.field} role="group" aria-label="参加单位">
      <div className={css.chosenHead}>
        <strong>参加单位</strong>
        {onChosen && (
          <span className={css.actions}>
            {chosen.length > 0 && <Button onClick={() => onChosen([])}>清空</Button>}
            <Button onClick={() => void choose()}>
              {isBusy ? <Spinner sizePx={16} /> : <Icon name="plus" sizePx={16} />}
              按区域选择
            </Button>
          </span>
        )}
      </div>
      <div className={css.chosen}>
        <span aria-live="polite">{chosen.length === 0 ? "尚未选择单位" : `共 ${chosen.length} 个单位`}</span>
        <Chips
          chips={chosen.map(({ orgid, orgname, areaname }) => ({
            key: orgid,
            name: orgname,
            title: areaname,
          }))}
          {...(onChosen && {
            onRemove: ({ key }) => onChosen(chosen.filter(({ orgid }) => orgid !== key)),
          })}
        />
      </div>
      {hint && <p className={css.hint}>{hint}</p>}
    </div>
  )
}
