import { hazardCalls, hazardLevels, type HazardDetail, type HazardLevel } from "@uc/contract/hazards/calls"
import { hazardMessages } from "@uc/contract/hazards/messages"
import type { CurrentUser } from "@uc/contract/account/calls"
import type { Id } from "@uc/contract/core/wire"
import { holdsBeyond } from "@uc/contract/roles/permissions"
import { useForm } from "../../page-kit/form/use-form.ts"
import { showToast } from "../../platform/browser/toast.ts"
import { useAttachments } from "../attachments/public.ts"
import { closesWhenBroken } from "../../ui/feedback/closes-when-broken.tsx"
import { FormDialog } from "../../ui/forms/form-dialog.tsx"
import { ChoiceField, LongTextField, TextField } from "../../ui/forms/form-fields.tsx"
import { OrganisationField } from "./organisation-field.tsx"
import { PhotosField } from "./photos-field.tsx"
import { useHazardAction } from "./use-hazard-action.ts"

/** What was found by a patrol or told by an alarm; without one somebody reports what they saw. */
export interface ReportedSource {
  readonly visitId?: Id
  readonly alarm?: string
}

export interface ReportedWords {
  readonly title: string
  readonly place: string
  readonly description: string
}

interface ReportDialogProps {
  /** Who reports for other organisations chooses one. Of a source it is the source's. */
  readonly user?: CurrentUser
  readonly source?: ReportedSource
  readonly words?: ReportedWords
  readonly onDone: (hazard: HazardDetail) => void
  readonly onClose: () => void
}

const levels = Object.entries(hazardLevels) as [HazardLevel, string][]
const nothing: ReportedWords = { title: "", place: "", description: "" }

export const ReportDialog = closesWhenBroken(function ReportDialog({
  user,
  source = {},
  words = nothing,
  onDone,
  onClose,
}: ReportDialogProps) {
  const { attempt } = useHazardAction()
  const photos = useAttachments()
  const form = useForm({
    call: hazardCalls.report,
    attempt,
    initial: {
      ...words,
      level: "general" as HazardLevel,
      organisation:
        user && holdsBeyond(user, "hazards.manage") ? { orgid: user.orgid, orgname: user.orgname } : null,
    },
    input: ({ organisation, ...values }) => ({
      ...source,
      ...(organisation && { orgid: organisation.orgid }),
      ...values,
      photos: photos.ids,
    }),
    fieldOf: { orgid: "organisation" },
    check: () => photos.obstacle,
    hasFiles: photos.items.length > 0,
    onDone(reported) {
      showToast("success", hazardMessages.reported)
      onClose()
      onDone(reported)
    },
  })
  const { organisation } = form.values
  const isOfSource = source.visitId !== undefined || source.alarm !== undefined
  return (
    <FormDialog title={isOfSource ? "转为隐患" : "上报隐患"} confirm="上报" form={form} onClose={onClose}>
      {organisation && (
        <OrganisationField
          value={organisation}
          problem={form.problems.organisation}
          onValue={(chosen) => form.set({ organisation: chosen })}
        />
      )}
      <TextField label="隐患名称" placeholder="例如：灭火器压力不足" {...form.text("title")} />
      <TextField label="位置" placeholder="例如：教学楼2层东侧楼梯间" {...form.text("place")} />
      <ChoiceField label="等级" choices={levels} {...form.bind("level")} />
      <LongTextField label="说明（选填）" rows={3} {...form.text("description")} />
      <PhotosField
        label={source.visitId === undefined ? "现场照片（选填）" : "补充照片（选填，巡查照片会自动带入）"}
        photos={photos}
      />
    </FormDialog>
  )
})
