import { assessmentLimits, assessmentMessages } from "@uc/contract/assessments/messages"
import { assessmentAdminCalls, type AssessmentScheme } from "@uc/contract/assessments/admin-calls"
import { drillCalls } from "@uc/contract/drills/calls"
import { admintypes, type CurrentUser } from "@uc/contract/account/calls"
import { useState } from "react"
import { nowMs } from "../../../platform/browser/clock.ts"
import { messageOf } from "../../../platform/http/failure.ts"
import { pick } from "../../../platform/dialogs/pick.ts"
import { send } from "../../../platform/http/send.ts"
import { showToast } from "../../../platform/browser/toast.ts"
import { Button } from "../../../ui/forms/button.tsx"
import { Chips } from "../../../ui/marks/chips.tsx"
import { closesWhenBroken } from "../../../ui/feedback/closes-when-broken.tsx"
import { FormDialog } from "../../../ui/forms/form-dialog.tsx"
import { DayField, FieldPair, TextField } from "../../../ui/forms/form-fields.tsx"
import { Icon } from "../../../ui/navigation/icon.tsx"
import { dayIn } from "../day-in.ts"
import { useAssessmentAction } from "../use-assessment-action.ts"
import css from "../assessments.module.css"

interface Named {
  readonly id: string
  readonly name: string
}

interface GiveDialogProps {
  readonly scheme: AssessmentScheme
  readonly user: CurrentUser
  readonly onClose: () => void
}

export const GiveDialog = closesWhenBroken(function GiveDialog({ scheme, user, onClose }: GiveDialogProps) {
  const { act, isBusy, problem, setProblem } = useAssessmentAction()
  const isAbove = user.admintype === admintypes.area || user.admintype === admintypes.platform
  const own = { id: user.orgid, name: user.orgname }
  const [today, later] = [dayIn(0, nowMs()), dayIn(30, nowMs())]
  const [period, setPeriod] = useState(`${today.slice(0, 4)}年度`)
  const [begins, setBegins] = useState(today)
  const [ends, setEnds] = useState(later)
  // A school assesses itself, or nobody.
  const [chosen, setChosen] = useState<readonly Named[]>(isAbove ? [] : [own])
  const [isChoosing, setChoosing] = useState(false)

  async function choose() {
    if (isChoosing) return
    setChoosing(true)
    setProblem(null)
    try {
      const areas = await pick("area", { title: "选择单位所在区域", min: 1 })
      if (!areas) return
      const areaids = areas.map(({ areaid }) => areaid).join(",")
      const { organisations } = await send(drillCalls.participants, { areaids })
      const known = new Set(chosen.map((each) => each.id))
      const found = organisations
        .filter(({ orgid }) => orgid !== user.orgid && !known.has(orgid))
        .map(({ orgid, orgname }) => ({ id: orgid, name: orgname }))
      setChosen([...chosen, ...found].slice(0, assessmentLimits.organisations))
      if (found.length === 0) setProblem("所选区域内没有其他单位")
    } catch (error) {
      setProblem(messageOf(error))
    } finally {
      setChoosing(false)
    }
  }

  async function give() {
    if (period.trim() === "") return setProblem(assessmentMessages.periodMissing)
    if (begins === "" || ends === "" || ends < begins) return setProblem(assessmentMessages.daysWrong)
    if (ends < today) return setProblem(assessmentMessages.endsPast)
    if (chosen.length === 0) return setProblem(assessmentMessages.nobodyChosen)
    const orgids = chosen.map((each) => each.id).join(",")
    const given = await act(assessmentAdminCalls.give, { schemeId: scheme.id, period, begins, ends, orgids })
    if (!given) return
    showToast("success", assessmentMessages.given(given.given))
    onClose()
  }

  return (
    <FormDialog
      title={`下发：${scheme.title}`}
      confirm="下发"
      form={{ isBusy, problem, failures: 0, onSubmit: () => void give() }}
      onClose={onClose}
    >
      <TextField
        label="考核周期"
        value={period}
        maxLength={assessmentLimits.period}
        hint="同一方案、同一周期，每个单位只能下发一次。"
        onValue={setPeriod}
      />
      <FieldPair>
        <DayField label="开始日期" value={begins} onValue={setBegins} />
        <DayField label="截止日期" value={ends} onValue={setEnds} />
      </FieldPair>
      <div className={css.receivers} role="group" aria-label="被考核单位">
        <div className={css.bar}>
          <strong>被考核单位</strong>
          <span className={css.count} aria-live="polite">
            {chosen.length === 0 ? "尚未选择" : `${chosen.length} 个单位`}
          </span>
          {isAbove && (
            <Button disabled={isChoosing} onClick={() => void choose()}>
              <Icon name="school" sizePx={16} />
              按区域选择
            </Button>
          )}
        </div>
        <Chips
          chips={chosen.map(({ id: org, name }) => ({ key: org, name }))}
          {...(isAbove && {
            onRemove: ({ key }) => setChosen(chosen.filter((each) => each.id !== key)),
          })}
        />
      </div>
    </FormDialog>
  )
})
