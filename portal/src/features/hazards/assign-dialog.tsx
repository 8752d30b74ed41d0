import { hazardCalls, hazardLevels, type HazardDetail, type HazardLevel } from "@uc/contract/hazards/calls"
import { hazardDone, hazardLimits, hazardMessages } from "@uc/contract/hazards/messages"
import { useForm } from "../../page-kit/form/use-form.ts"
import { nowMs } from "../../platform/browser/clock.ts"
import { showToast } from "../../platform/browser/toast.ts"
import { pick } from "../../platform/dialogs/pick.ts"
import { closesWhenBroken } from "../../ui/feedback/closes-when-broken.tsx"
import { Button } from "../../ui/forms/button.tsx"
import { FieldGroup } from "../../ui/forms/field-group.tsx"
import { FormDialog } from "../../ui/forms/form-dialog.tsx"
import { ChoiceField, DayField, FieldPair, LongTextField } from "../../ui/forms/form-fields.tsx"
import { momentAt } from "../../ui/format/moment-in-words.ts"
import { Chips } from "../../ui/marks/chips.tsx"
import { Icon } from "../../ui/navigation/icon.tsx"
import { useHazardAction } from "./use-hazard-action.ts"

interface AssignDialogProps {
  readonly hazard: HazardDetail
  readonly onClose: () => void
}

const levels = Object.entries(hazardLevels) as [HazardLevel, string][]
const dayMs = 24 * 60 * 60 * 1000

export function dayFromNow(days: number): string {
  return momentAt(nowMs() + days * dayMs).slice(0, 10)
}

/** The earlier deadline as long as it can still be kept. */
export function suggestedDeadline(deadline: string | null): string {
  return deadline !== null && deadline >= dayFromNow(0) ? deadline : dayFromNow(hazardLimits.usualDays)
}

interface Named {
  readonly id: string
  readonly name: string
}

function holderOf({ assigneeId: id, assignee: name }: HazardDetail): Named | null {
  return id === null || name === null ? null : { id, name }
}

/** Who rectifies it, until when; again where somebody else is to, or has more time. */
export const AssignDialog = closesWhenBroken(function AssignDialog({ hazard, onClose }: AssignDialogProps) {
  const { id, version, orgid, level, deadline } = hazard
  const { attempt, onFailed } = useHazardAction()
  const form = useForm({
    call: hazardCalls.assign,
    attempt,
    initial: () => ({
      person: holderOf(hazard),
      deadline: suggestedDeadline(deadline),
      level,
      note: "",
    }),
    input: ({ person, deadline: until, level: chosen, note }) => ({
      id,
      version,
      personid: person?.id ?? "",
      deadline: until,
      level: chosen,
      note,
    }),
    fieldOf: { personid: "person" },
    check: ({ person }) => (person === null ? { person: hazardMessages.assigneeMissing } : null),
    onFailed,
    onDone() {
      showToast("success", hazardDone.assign)
      onClose()
    },
  })
  const { person } = form.values

  async function choose() {
    const [chosen] = (await pick("person", { max: 1, title: "选择整改人", orgid })) ?? []
    if (chosen) form.set({ person: { id: chosen.id, name: chosen.label } })
  }

  return (
    <FormDialog title="指派整改" confirm="指派" form={form} widthPx={520} onClose={onClose}>
      <FieldGroup isRow isRequired label="整改人" problem={form.problems.person}>
        {person && <Chips chips={[{ key: person.id, name: person.name }]} />}
        <Button onClick={() => void choose()}>
          <Icon name="person" sizePx={16} />
          {person ? "更换整改人" : "选择整改人"}
        </Button>
      </FieldGroup>
      <FieldPair>
        <DayField label="整改期限" min={dayFromNow(0)} {...form.bind("deadline")} />
        <ChoiceField label="等级" choices={levels} {...form.bind("level")} />
      </FieldPair>
      <LongTextField label="整改要求（选填）" rows={3} {...form.text("note")} />
    </FormDialog>
  )
})
