import type { OrganisationKind } from "@uc/contract/directory/calls"
import {
  organisationMessages,
  organisationAdminCalls,
  type OrganisationDetails,
} from "@uc/contract/organisations/admin-calls"
import { tagLimits, tagSeparator, tagsInWords } from "@uc/contract/organisations/school-levels"
import { useForm, type Form } from "../../../page-kit/form/use-form.ts"
import { useUrlFilters } from "../../../page-kit/list/use-url-filters.ts"
import { showToast } from "../../../platform/browser/toast.ts"
import { closesWhenBroken } from "../../../ui/feedback/closes-when-broken.tsx"
import { FormDialog } from "../../../ui/forms/form-dialog.tsx"
import { ChoiceField, FieldPair, TextField } from "../../../ui/forms/form-fields.tsx"
import { changeTo, directoryFilters } from "../directory-filters.ts"
import { useDirectoryAction } from "../use-directory-action.ts"
import { useOrganisationKinds } from "./use-organisation-kinds.ts"
import { useSchoolLevels } from "./use-school-levels.ts"

interface Written {
  readonly name: string
  readonly shortName: string
  readonly address: string
  readonly phone: string
  readonly schoolLevel: string
  readonly tags: string
}

interface WrittenFieldsProps {
  readonly form: Form<Written>
  /** Schools alone have a 学段. */
  readonly kind: OrganisationKind
}

function WrittenFields({ form, kind }: WrittenFieldsProps) {
  const { choices, wordOf } = useSchoolLevels()
  const { schoolLevel } = form.values
  // One that is no longer offered is shown until another is chosen.
  const kept = schoolLevel !== "" && !choices.some(([code]) => code === schoolLevel)
  return (
    <>
      <TextField label="名称" {...form.text("name")} />
      <FieldPair>
        <TextField label="简称（选填）" {...form.text("shortName")} />
        <TextField label="电话（选填）" inputMode="tel" {...form.text("phone")} />
      </FieldPair>
      <TextField label="地址（选填）" {...form.text("address")} />
      {kind === "school" && (
        <ChoiceField
          label="学段（选填）"
          choices={[
            ["", "未填写"] as const,
            ...choices,
            ...(kept ? [[schoolLevel, wordOf(schoolLevel)] as const] : []),
          ]}
          {...form.bind("schoolLevel")}
        />
      )}
      <TextField
        label="标签（选填）"
        hint={`用“${tagSeparator}”分隔，如“寄宿制${tagSeparator}示范校”，最多${tagLimits.tags}个。`}
        {...form.text("tags")}
      />
    </>
  )
}

interface AddOrganisationProps {
  readonly area: { readonly id: string; readonly name: string }
  readonly kinds: readonly OrganisationKind[]
  readonly onClose: () => void
}

export const AddOrganisation = closesWhenBroken(function AddOrganisation({
  area,
  kinds,
  onClose,
}: AddOrganisationProps) {
  const { attempt } = useDirectoryAction()
  const { go } = useUrlFilters(directoryFilters)
  const { wordOf } = useOrganisationKinds()
  const initial: Written & { readonly kind: OrganisationKind } = {
    kind: kinds.includes("school") ? "school" : (kinds[0] ?? "school"),
    name: "",
    shortName: "",
    address: "",
    phone: "",
    schoolLevel: "",
    tags: "",
  }
  const form = useForm({
    call: organisationAdminCalls.add,
    attempt,
    initial,
    input: (written) => ({
      areaid: area.id,
      ...written,
      schoolLevel: written.kind === "school" ? written.schoolLevel : "",
    }),
    onDone({ orgid }) {
      go(changeTo({ kind: "organisation", id: orgid }))
      showToast("success", organisationMessages.saved)
      onClose()
    },
  })
  return (
    <FormDialog title={`在${area.name}新增单位`} confirm="保存" form={form} onClose={onClose}>
      <ChoiceField
        label="类别"
        hint="保存后类别不能更改；新单位自带一个办公室和常用职务。"
        choices={kinds.map((one) => [one, wordOf(one)] as const)}
        {...form.bind("kind")}
      />
      <WrittenFields form={form} kind={form.values.kind} />
    </FormDialog>
  )
})

interface ChangeOrganisationProps {
  readonly organisation: OrganisationDetails
  readonly onClose: () => void
}

/** What one is called and where it is. */
export const ChangeOrganisation = closesWhenBroken(function ChangeOrganisation({
  organisation: { orgid, version, kind, name, shortName, address, phone, schoolLevel, tags },
  onClose,
}: ChangeOrganisationProps) {
  const { attempt } = useDirectoryAction()
  const form = useForm({
    call: organisationAdminCalls.change,
    attempt,
    initial: { name, shortName, address, phone, schoolLevel, tags: tagsInWords(tags) },
    input: (written) => ({ orgid, version, ...written }),
    onDone() {
      showToast("success", organisationMessages.saved)
      onClose()
    },
  })
  return (
    <FormDialog title="修改单位资料" confirm="保存" form={form} onClose={onClose}>
      <WrittenFields form={form} kind={kind} />
    </FormDialog>
  )
})
