import {
  drillCalls,
  drillMessages,
  executionTypes,
  planKinds,
  titledAs,
  type EmergencyPlan,
  type ExecutionType,
} from "@uc/contract/drills/calls"
import type { CurrentUser } from "@uc/contract/account/calls"
import { holdsBeyond } from "@uc/contract/roles/permissions"
import { useId } from "react"
import { useForm } from "../../page-kit/form/use-form.ts"
import { showToast } from "../../platform/browser/toast.ts"
import { useCodes } from "../dictionary/public.ts"
import { Radio } from "../../ui/forms/controls/radio.tsx"
import { closesWhenBroken } from "../../ui/feedback/closes-when-broken.tsx"
import { FieldGroup } from "../../ui/forms/field-group.tsx"
import { SecondLine } from "../../ui/data/second-line.tsx"
import { FormDialog } from "../../ui/forms/form-dialog.tsx"
import { ChoiceField, TextField, Tick } from "../../ui/forms/form-fields.tsx"
import { ExecutionMark } from "./execution-mark.tsx"
import { ParticipantsField, type Participant } from "./participants-field.tsx"
import { useSecondRun } from "./use-second-run.tsx"
import { useDrillAction } from "./use-drill-action.ts"
import { classes } from "../../ui/theme/classes.ts"
import { Row } from "../../ui/primitives/row.tsx"
import { Stack } from "../../ui/primitives/stack.tsx"
import css from "./drills.module.css"

interface StartDialogProps {
  readonly user: CurrentUser
  readonly plans: readonly EmergencyPlan[]
  /** The one whose button was pressed. */
  readonly plan: EmergencyPlan
  /** What is chosen at first; the person may change it. */
  readonly type?: ExecutionType
  readonly chosen?: readonly Participant[]
  readonly onStarted: () => void
  readonly onClose: () => void
}

const { drill, emergency } = executionTypes

export const StartDialog = closesWhenBroken(function StartDialog({
  user,
  plans,
  plan: first,
  type: firstType = drill,
  chosen: firstChosen = [],
  onStarted,
  onClose,
}: StartDialogProps) {
  const id = useId()
  const { attempt } = useDrillAction()
  const beside = useSecondRun()
  const own: Participant = { orgid: user.orgid, orgname: user.orgname, areaname: user.areaname }
  const isOrganisations = !holdsBeyond(user, "drills.run")
  const { wordOf } = useCodes("planKind", planKinds)
  const initial = {
    type: firstType,
    plan: first,
    /** Null: it follows plan and type. */
    title: null as string | null,
    chosen: firstChosen,
    isReal: false,
  }
  const titleOf = ({ title, type, plan }: typeof initial) => title ?? titledAs(type, plan.title)
  const isOwnOnlyFor = ({ plan }: typeof initial) => isOrganisations || !plan.isShared
  const organisationsOf = (values: typeof initial) => (isOwnOnlyFor(values) ? [own] : values.chosen)
  const form = useForm({
    call: drillCalls.start,
    attempt: async (call, input) => {
      await beside.confirm(input)
      return attempt(call, input)
    },
    initial,
    input: (values) => ({
      planId: values.plan.id,
      orgids: organisationsOf(values)
        .map(({ orgid }) => orgid)
        .join(","),
      title: titleOf(values),
      zxType: values.type,
      isReal: values.type === emergency ? (1 as const) : (0 as const),
    }),
    check(values) {
      if (organisationsOf(values).length === 0) return drillMessages.nobodyChosen
      return values.type === emergency && !values.isReal ? drillMessages.emergencyUnconfirmed : null
    },
    onDone({ started }, { type }) {
      showToast("success", `${type === emergency ? "应急响应" : "演练"}已启动，${started}个单位参加`)
      onStarted()
    },
  })
  const { type, plan } = form.values
  const isEmergency = type === emergency
  const isOwnOnly = isOwnOnlyFor(form.values)

  return (
    <FormDialog
      title={isEmergency ? "启动真实应急响应" : "启动演练"}
      mark={<ExecutionMark type={type} look="band" />}
      confirm={isEmergency ? "立即启动应急响应" : "启动演练"}
      look={isEmergency ? "danger" : "primary"}
      form={form}
      onClose={onClose}
    >
      <FieldGroup isRow label="启动类型">
        {(
          [
            [drill, "按预案演练，非真实险情"],
            [emergency, "险情已经发生"],
          ] as const
        ).map(([value, words]) => (
          <Row
            as="label"
            key={value}
            gap={10}
            padX={12}
            padY={10}
            surface="outline"
            className={classes(css.type, type === value && css.chosen)}
          >
            <Radio
              name={`${id}-type`}
              checked={type === value}
              onChange={() => form.set({ type: value, isReal: false })}
            />
            <span>
              <ExecutionMark type={value} />
              <SecondLine>{words}</SecondLine>
            </span>
          </Row>
        ))}
      </FieldGroup>
      {isEmergency && (
        <Stack gap={8} pad={12} surface="danger" tone="danger">
          <strong>所有参加单位将收到真实的应急通知。</strong>
          <Tick label="我确认险情属实，这不是演习" {...form.bind("isReal")} />
        </Stack>
      )}
      <ChoiceField
        label="预案"
        hint={`${wordOf(plan.kind)} · ${plan.steps.length === 0 ? "没有步骤" : `${plan.steps.length}个步骤`}`}
        value={plan.id}
        choices={plans.map(
          (each) => [each.id, each.isOwn ? each.title : `${each.title}（上级预案）`] as const,
        )}
        onValue={(key) => form.set({ plan: plans.find((each) => each.id === key) ?? plan })}
      />
      <TextField label="名称" {...form.text("title")} value={titleOf(form.values)} />
      <ParticipantsField
        chosen={organisationsOf(form.values)}
        onChosen={isOwnOnly ? null : (chosen) => form.set({ chosen })}
        hint={!isOrganisations && isOwnOnly ? "该预案没有开放给下级单位，只能由本单位执行。" : null}
        onProblem={form.setProblem}
      />
      {beside.dialog}
    </FormDialog>
  )
})
