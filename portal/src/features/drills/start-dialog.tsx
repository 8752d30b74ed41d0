import {
  drillCalls,
  drillLimits,
  drillMessages,
  executionTypes,
  planKinds,
  titledAs,
  type EmergencyPlan,
  type ExecutionType,
} from "@uc/contract/drills/calls"
import { admintypes, type CurrentUser } from "@uc/contract/account/calls"
import { useId, useState } from "react"
import { showToast } from "../../platform/browser/toast.ts"
import { useCodes } from "../dictionary/public.ts"
import { Radio } from "../../ui/forms/controls/radio.tsx"
import { closesWhenBroken } from "../../ui/feedback/closes-when-broken.tsx"
import { FormDialog } from "../../ui/forms/form-dialog.tsx"
import { ChoiceField, TextField, Tick } from "../../ui/forms/form-fields.tsx"
import { ExecutionMark } from "./execution-mark.tsx"
import { ParticipantsField, type Participant } from "./participants-field.tsx"
import { useDrillAction } from "./use-drill-action.ts"
import css from "./drill-dialog.module.css"

interface StartDialogProps {
  readonly user: CurrentUser
  readonly plans: readonly EmergencyPlan[]
  /** The one whose button was pressed. */
  readonly plan: EmergencyPlan
  readonly onStarted: () => void
  readonly onClose: () => void
}

const { drill, emergency } = executionTypes

export const StartDialog = closesWhenBroken(function StartDialog({
  user,
  plans,
  plan: first,
  onStarted,
  onClose,
}: StartDialogProps) {
  const id = useId()
  const { act, isBusy, problem, setProblem } = useDrillAction()
  const own: Participant = { orgid: user.orgid, orgname: user.orgname, areaname: user.areaname }
  const isOrganisations = user.admintype === admintypes.organisation
  const [type, setType] = useState<ExecutionType>(drill)
  const [plan, setPlan] = useState(first)
  /** Null: it follows plan and type. */
  const [typed, setTyped] = useState<string | null>(null)
  const [chosen, setChosen] = useState<readonly Participant[]>(isOrganisations ? [own] : [])
  const [isReal, setReal] = useState(false)
  const { wordOf } = useCodes("planKind", planKinds)

  const isEmergency = type === emergency
  const title = typed ?? titledAs(type, plan.title)
  const isOwnOnly = isOrganisations || !plan.isShared
  const organisations = isOwnOnly ? [own] : chosen

  function obstacle(): string | null {
    if (title.trim() === "") return drillMessages.titleMissing
    if (organisations.length === 0) return drillMessages.nobodyChosen
    return isEmergency && !isReal ? drillMessages.emergencyUnconfirmed : null
  }

  async function start() {
    const wrong = obstacle()
    if (wrong !== null) return setProblem(wrong)
    const started = await act(drillCalls.start, {
      planId: plan.id,
      orgids: organisations.map(({ orgid }) => orgid).join(","),
      title: title.trim(),
      zxType: type,
      isReal: isEmergency ? 1 : 0,
    })
    if (!started) return
    showToast("success", `${isEmergency ? "应急响应" : "演练"}已启动，${started.started}个单位参加`)
    onStarted()
  }

  return (
    <FormDialog
      title={isEmergency ? "启动真实应急响应" : "启动演练"}
      mark={<ExecutionMark type={type} look="band" />}
      confirm={isEmergency ? "立即启动应急响应" : "启动演练"}
      look={isEmergency ? "danger" : "primary"}
      form={{ isBusy, problem, failures: 0, onSubmit: () => void start() }}
      onClose={onClose}
    >
      <fieldset className={css.types}>
        <legend>启动类型</legend>
        {(
          [
            [drill, "按预案练习，不是真的"],
            [emergency, "险情已经发生"],
          ] as const
        ).map(([value, words]) => (
          <label key={value} className={css.type}>
            <Radio
              name={`${id}-type`}
              checked={type === value}
              onChange={() => {
                setType(value)
                setReal(false)
                setProblem(null)
              }}
            />
            <span>
              <ExecutionMark type={value} />
              <small>{words}</small>
            </span>
          </label>
        ))}
      </fieldset>
      {isEmergency && (
        <div className={css.danger}>
          <strong>所有参加单位将收到真实的应急通知。</strong>
          <Tick label="我确认险情属实，这不是演习" value={isReal} onValue={setReal} />
        </div>
      )}
      <ChoiceField
        label="预案"
        hint={`${wordOf(plan.kind)} · ${plan.steps.length === 0 ? "没有步骤" : `${plan.steps.length}个步骤`}`}
        value={plan.id}
        choices={plans.map(
          (each) => [each.id, each.isOwn ? each.title : `${each.title}（上级预案）`] as const,
        )}
        onValue={(key) => setPlan(plans.find((each) => each.id === key) ?? plan)}
      />
      <TextField label="名称" value={title} maxLength={drillLimits.title} onValue={setTyped} />
      <ParticipantsField
        chosen={organisations}
        onChosen={isOwnOnly ? null : setChosen}
        hint={!isOrganisations && isOwnOnly ? "该预案没有开放给下级单位，只能由本单位执行。" : null}
        onProblem={setProblem}
      />
    </FormDialog>
  )
})
