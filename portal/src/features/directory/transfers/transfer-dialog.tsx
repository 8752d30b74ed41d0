import { admintypes, type CurrentUser } from "@uc/contract/account/calls"
import type { PersonDetails } from "@uc/contract/people/admin-calls"
import { peopleTransferCalls, transferKinds, transferMessages } from "@uc/contract/people/transfer-calls"
import { useState } from "react"
import { useForm } from "../../../page-kit/form/use-form.ts"
import { showToast } from "../../../platform/browser/toast.ts"
import { closesWhenBroken } from "../../../ui/feedback/closes-when-broken.tsx"
import { Button } from "../../../ui/forms/button.tsx"
import { FormDialog } from "../../../ui/forms/form-dialog.tsx"
import { ChoiceField, TextField } from "../../../ui/forms/form-fields.tsx"
import { Row } from "../../../ui/primitives/row.tsx"
import { OrganisationSearch, type ChosenOrganisation } from "../organisation-search.tsx"
import { PlacesField, sentPlaces, type NamedPlace } from "../people/places-field.tsx"
import { Consequences } from "./consequences.tsx"
import { useTransferAction } from "./use-transfer-action.ts"

interface TransferDialogProps {
  readonly user: CurrentUser
  readonly person: PersonDetails
  readonly onClose: () => void
}

interface Values {
  readonly kind: "move" | "second"
  readonly orgname: string
  /** Found among those that the user administers: then it is done at once, and the place there is chosen here. */
  readonly chosen: ChosenOrganisation | null
  readonly note: string
  readonly places: readonly NamedPlace[]
}

const kinds = [
  ["move", transferKinds.move],
  ["second", transferKinds.second],
] as const

const initial: Values = { kind: "move", orgname: "", chosen: null, note: "", places: [] }

/** DISTRICT-6: somebody goes to another organisation, or works there too. */
export const TransferDialog = closesWhenBroken(function TransferDialog({
  user,
  person,
  onClose,
}: TransferDialogProps) {
  const { attempt } = useTransferAction()
  const [isSearching, setSearching] = useState(false)
  const isAbove = user.admintype === admintypes.area || user.admintype === admintypes.platform
  const form = useForm({
    call: peopleTransferCalls.begin,
    attempt,
    initial,
    input: ({ kind, orgname, chosen, note, places }) => ({
      personid: person.id,
      version: person.version,
      kind,
      note,
      ...(chosen ? { orgid: chosen.orgid, places: sentPlaces(places) } : { orgname }),
    }),
    check: ({ orgname, chosen, places }) => {
      if (!chosen && orgname.trim() === "") return { orgname: transferMessages.targetMissing }
      return chosen && places.length === 0 ? { places: transferMessages.placeMissing } : null
    },
    onDone({ isDone }, { kind }) {
      const said = kind === "move" ? transferMessages.moved : transferMessages.placed
      showToast("success", isDone ? said : transferMessages.asked)
      onClose()
    },
  })
  const { kind, chosen } = form.values
  return (
    <>
      <FormDialog
        title={`“${person.nickname}”的调动与兼职`}
        confirm={chosen ? `确认${transferKinds[kind]}` : "提交给对方确认"}
        form={form}
        onClose={onClose}
      >
        <ChoiceField label="方式" choices={kinds} {...form.bind("kind")} />
        <TextField
          label={kind === "move" ? "调入单位全称" : "兼职单位全称"}
          hint={
            chosen
              ? "您管理双方单位，保存后立即生效。"
              : "与对方单位的全称完全一致；由对方单位管理员确认后生效。"
          }
          {...form.text("orgname")}
          onValue={(orgname) => form.set({ orgname, chosen: null, places: [] })}
        />
        {isAbove && (
          <Row>
            <Button onClick={() => setSearching(true)}>在管理范围内选择</Button>
          </Row>
        )}
        {chosen && <PlacesField orgid={chosen.orgid} {...form.bind("places")} />}
        <TextField label="说明（选填）" {...form.text("note")} />
        <Consequences kind={kind} />
      </FormDialog>
      {isSearching && (
        <OrganisationSearch
          onChosen={(organisation) => {
            form.set({ chosen: organisation, orgname: organisation.orgname, places: [] })
            setSearching(false)
          }}
          onClose={() => setSearching(false)}
        />
      )}
    </>
  )
})
