import type { OrganisationKind } from "@uc/contract/directory/calls"
import {
  organisationMessages,
  organisationAdminCalls,
  type OrganisationDetails,
} from "@uc/contract/organisations/admin-calls"
import { useForm, type Form } from "../../../page-kit/form/use-form.ts"
import { useUrlFilters } from "../../../page-kit/list/use-url-filters.ts"
import { showToast } from "../../../platform/browser/toast.ts"
import { closesWhenBroken } from "../../../ui/feedback/closes-when-broken.tsx"
import { FormDialog } from "../../../ui/forms/form-dialog.tsx"
import { ChoiceField, FieldPair, TextField } from "../../../ui/forms/form-fields.tsx"
import { changeTo, directoryFilters } from "../directory-filters.ts"
import { useDirectoryAction } from "../use-directory-action.ts"
import { useOrganisationKinds } from "./use-organisation-kinds.ts"

interface Written {
  readonly name: string
  readonly shortName: string
  readonly address: string
  readonly phone: string
}

function WrittenFields({ form }: { readonly form: Form<Written> }) {
  return (
    <>
      <TextField label="名称" {...form.text("name")} />
      <FieldPair>
        <TextField label="简称（选填）" {...form.text("shortName")} />
        <TextField label="电话（选填）" inputMode="tel" {...form.text("phone")} />
      </FieldPair>
      <TextField label="地址（选填）" {...form.text("address")} />
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
  }
  const form = useForm({
    call: organisationAdminCalls.add,
    attempt,
    initial,
    input: (written) => ({ areaid: area.id, ...written }),
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
      <WrittenFields form={form} />
    </FormDialog>
  )
})

interface ChangeOrganisationProps {
  readonly organisation: OrganisationDetails
  readonly onClose: () => void
}

/** What one is called and where it is. */
export const ChangeOrganisation = closesWhenBroken(function ChangeOrganisation({
  organisation: { orgid, version, name, shortName, address, phone },
  onClose,
}: ChangeOrganisationProps) {
  const { attempt } = useDirectoryAction()
  const form = useForm({
    call: organisationAdminCalls.change,
    attempt,
    initial: { name, shortName, address, phone },
    input: (written) => ({ orgid, version, ...written }),
    onDone() {
      showToast("success", organisationMessages.saved)
      onClose()
    },
  })
  return (
    <FormDialog title="修改单位资料" confirm="保存" form={form} onClose={onClose}>
      <WrittenFields form={form} />
    </FormDialog>
  )
})
