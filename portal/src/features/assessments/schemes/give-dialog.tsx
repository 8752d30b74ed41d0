import { assessmentLimits, assessmentMessages } from "@uc/contract/assessments/messages"
import { assessmentAdminCalls, type AssessmentScheme } from "@uc/contract/assessments/admin-calls"
import { isFiltered, type OrganisationFilter } from "@uc/contract/directory/calls"
import type { CurrentUser } from "@uc/contract/account/calls"
import { holdsBeyond } from "@uc/contract/roles/permissions"
import { useState } from "react"
import { useForm } from "../../../page-kit/form/use-form.ts"
import { nowMs } from "../../../platform/browser/clock.ts"
import { messageOf } from "../../../platform/http/failure.ts"
import { showToast } from "../../../platform/browser/toast.ts"
import { Button } from "../../../ui/forms/button.tsx"
import { Chips } from "../../../ui/marks/chips.tsx"
import { closesWhenBroken } from "../../../ui/feedback/closes-when-broken.tsx"
import { FormDialog } from "../../../ui/forms/form-dialog.tsx"
import { DayField, FieldPair, TextField } from "../../../ui/forms/form-fields.tsx"
import { Icon } from "../../../ui/navigation/icon.tsx"
import { Row } from "../../../ui/primitives/row.tsx"
import { Stack } from "../../../ui/primitives/stack.tsx"
import { Text } from "../../../ui/primitives/text.tsx"
import { OrganisationFilters, organisationsInAreas } from "../../directory/public.ts"
import { dayIn } from "../day-in.ts"
import { useAssessmentAction } from "../use-assessment-action.ts"

interface Named {
  readonly id: string
  readonly name: string
}

interface Values {
  readonly period: string
  readonly begins: string
  readonly ends: string
  readonly chosen: readonly Named[]
}

interface GiveDialogProps {
  readonly scheme: AssessmentScheme
  readonly user: CurrentUser
  readonly onClose: () => void
}

export const GiveDialog = closesWhenBroken(function GiveDialog({ scheme, user, onClose }: GiveDialogProps) {
  const { attempt, onFailed } = useAssessmentAction()
  const isAbove = holdsBeyond(user, "assessments.schemes")
  const today = dayIn(0, nowMs())
  const [isChoosing, setChoosing] = useState(false)
  const [filter, setFilter] = useState<OrganisationFilter>({})
  const form = useForm({
    call: assessmentAdminCalls.give,
    attempt,
    onFailed,
    initial: (): Values => ({
      period: `${today.slice(0, 4)}年度`,
      begins: today,
      ends: dayIn(30, nowMs()),
      // A school can give a scheme only to itself.
      chosen: isAbove ? [] : [{ id: user.orgid, name: user.orgname }],
    }),
    input: ({ chosen, ...values }) => ({
      schemeId: scheme.id,
      ...values,
      orgids: chosen.map(({ id }) => id).join(","),
    }),
    check({ begins, ends, chosen }) {
      if (begins === "" || ends < begins) return { ends: assessmentMessages.daysWrong }
      if (ends < today) return { ends: assessmentMessages.endsPast }
      return chosen.length === 0 ? assessmentMessages.nobodyChosen : null
    },
    onDone({ given }) {
      showToast("success", assessmentMessages.given(given))
      onClose()
    },
  })
  const { chosen } = form.values

  async function choose() {
    if (isChoosing) return
    setChoosing(true)
    form.setProblem(null)
    try {
      const organisations = await organisationsInAreas("assessments.schemes", "选择单位所在区域", filter)
      if (!organisations) return
      const known = new Set(chosen.map((each) => each.id))
      const found = organisations
        .filter(({ orgid }) => orgid !== user.orgid && !known.has(orgid))
        .map(({ orgid, orgname }) => ({ id: orgid, name: orgname }))
      form.set({ chosen: [...chosen, ...found].slice(0, assessmentLimits.organisations) })
      if (found.length === 0)
        form.setProblem(isFiltered(filter) ? "所选区域内没有其他符合条件的单位" : "所选区域内没有其他单位")
    } catch (error) {
      form.setProblem(messageOf(error))
    } finally {
      setChoosing(false)
    }
  }

  return (
    <FormDialog title={`下发：${scheme.title}`} confirm="下发" form={form} onClose={onClose}>
      <TextField
        label="考核周期"
        hint="同一方案、同一周期，每个单位只能下发一次。"
        {...form.text("period")}
      />
      <FieldPair>
        <DayField label="开始日期" {...form.bind("begins")} />
        <DayField label="截止日期" {...form.bind("ends")} />
      </FieldPair>
      <Stack gap={12} role="group" aria-label="被考核单位">
        <Row gap={8} wrap justify="between">
          <strong>被考核单位</strong>
          <Text tone="soft" aria-live="polite">
            {chosen.length === 0 ? "尚未选择" : `${chosen.length} 个单位`}
          </Text>
          {isAbove && (
            <Button disabled={isChoosing} onClick={() => void choose()}>
              <Icon name="school" sizePx={16} />
              按区域选择
            </Button>
          )}
        </Row>
        {isAbove && <OrganisationFilters value={filter} onValue={setFilter} />}
        <Chips
          chips={chosen.map(({ id, name }) => ({ key: id, name }))}
          {...(isAbove && {
            onRemove: ({ key }) => form.set({ chosen: chosen.filter(({ id }) => id !== key) }),
          })}
        />
      </Stack>
    </FormDialog>
  )
})
