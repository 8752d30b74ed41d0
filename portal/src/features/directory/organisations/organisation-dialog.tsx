import type { OrganisationKind } from "@uc/contract/directory/calls"
import {
  organisationLimits,
  organisationMessages,
  organisationAdminCalls,
  type OrganisationDetails,
} from "@uc/contract/organisations/admin-calls"
import { useId, useState } from "react"
import { showToast } from "../../../platform/browser/toast.ts"
import { closesWhenBroken } from "../../../ui/feedback/closes-when-broken.tsx"
import { FormDialog } from "../../../ui/forms/form-dialog.tsx"
import { ChoiceField, Field, FieldPair, TextField } from "../../../ui/forms/form-fields.tsx"
import { useDirectoryAction } from "../use-directory-action.ts"
import { useDirectoryFilters } from "../use-directory-filters.ts"
import { useOrganisationKinds } from "./use-organisation-kinds.ts"

type Target =
  | {
      readonly area: { readonly id: string; readonly name: string }
      readonly kinds: readonly OrganisationKind[]
    }
  | { readonly organisation: OrganisationDetails }

/** A new organisation in an area, or what one is called and where it is. */
export const OrganisationDialog = closesWhenBroken(function OrganisationDialog({
  to,
  onClose,
}: {
  readonly to: Target
  readonly onClose: () => void
}) {
  const own = "organisation" in to ? to.organisation : null
  const kinds = "kinds" in to ? to.kinds : []
  const id = useId()
  const { act, isBusy, problem, setProblem } = useDirectoryAction()
  const { go } = useDirectoryFilters()
  const { wordOf } = useOrganisationKinds()
  const [kind, setKind] = useState<OrganisationKind>(
    kinds.includes("school") ? "school" : (kinds[0] ?? "school"),
  )
  const [name, setName] = useState(own?.name ?? "")
  const [shortName, setShortName] = useState(own?.shortName ?? "")
  const [address, setAddress] = useState(own?.address ?? "")
  const [phone, setPhone] = useState(own?.phone ?? "")

  async function save() {
    if (name.trim() === "") return setProblem(organisationMessages.nameMissing)
    const written = { name, shortName, address, phone }
    if ("area" in to) {
      const made = await act(organisationAdminCalls.add, { areaid: to.area.id, kind, ...written })
      if (!made) return
      go({ node: { kind: "organisation", id: made.orgid } })
    } else {
      const { orgid, version } = to.organisation
      if (!(await act(organisationAdminCalls.change, { orgid, version, ...written }))) return
    }
    showToast("success", organisationMessages.saved)
    onClose()
  }

  return (
    <FormDialog
      title={"area" in to ? `在${to.area.name}新增单位` : "修改单位资料"}
      confirm="保存"
      form={{ isBusy, problem, failures: 0, onSubmit: () => void save() }}
      onClose={onClose}
    >
      {"area" in to && (
        <ChoiceField
          label="类别"
          hint="保存后类别不能更改；新单位自带一个办公室和常用职务。"
          value={kind}
          choices={kinds.map((one) => [one, wordOf(one)] as const)}
          onValue={setKind}
        />
      )}
      <TextField label="名称" value={name} maxLength={organisationLimits.name} onValue={setName} />
      <FieldPair>
        <TextField
          label="简称（选填）"
          value={shortName}
          maxLength={organisationLimits.shortName}
          onValue={setShortName}
        />
        <Field label="电话（选填）" id={`${id}-phone`}>
          <input
            id={`${id}-phone`}
            inputMode="tel"
            value={phone}
            maxLength={organisationLimits.phone}
            autoComplete="off"
            onChange={({ target }) => setPhone(target.value)}
          />
        </Field>
      </FieldPair>
      <TextField
        label="地址（选填）"
        value={address}
        maxLength={organisationLimits.address}
        onValue={setAddress}
      />
    </FormDialog>
  )
})
