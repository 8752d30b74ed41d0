import { directoryCalls, directoryLimits } from "@uc/contract/directory/calls"
import { organisationAdminCalls, type OrganisationDetails } from "@uc/contract/organisations/admin-calls"
import { useState } from "react"
import { useForm } from "../../../page-kit/form/use-form.ts"
import { useUrlFilters } from "../../../page-kit/list/use-url-filters.ts"
import { showToast } from "../../../platform/browser/toast.ts"
import { useCall } from "../../../platform/http/use-call.ts"
import { closesWhenBroken } from "../../../ui/feedback/closes-when-broken.tsx"
import { FormDialog } from "../../../ui/forms/form-dialog.tsx"
import { TextField } from "../../../ui/forms/form-fields.tsx"
import { Text } from "../../../ui/primitives/text.tsx"
import { changeTo, directoryFilters } from "../directory-filters.ts"
import { FoundButton } from "../found-button.tsx"
import { useDirectoryAction } from "../use-directory-action.ts"
import { MergePlanView } from "./merge-plan-view.tsx"

interface MergeOrganisationsProps {
  readonly from: OrganisationDetails
  readonly onClose: () => void
}

/** Three steps: the target, what the merge means, the merge. */
export const MergeOrganisations = closesWhenBroken(function MergeOrganisations({
  from: { orgid, name, kind },
  onClose,
}: MergeOrganisationsProps) {
  const { attempt } = useDirectoryAction()
  const { go } = useUrlFilters(directoryFilters)
  const [into, setInto] = useState<string | null>(null)
  const plan = useCall(
    organisationAdminCalls.mergePlan,
    { orgid, intoOrgid: into ?? "" },
    { isEnabled: into !== null },
  )
  const form = useForm({
    call: organisationAdminCalls.merge,
    attempt,
    initial: { typed: "" },
    fieldOf: { intoOrgid: "typed" },
    input: () => ({
      orgid,
      intoOrgid: into ?? "",
      version: plan.data?.version ?? 0,
      intoVersion: plan.data?.intoVersion ?? 0,
    }),
    check: () => (into === null || !plan.data ? { typed: "请先选择要并入的单位" } : null),
    onDone({ people }) {
      showToast("success", `合并完成，${people} 名人员已转入`)
      if (into !== null) go(changeTo({ kind: "organisation", id: into }))
      onClose()
    },
  })
  const { typed } = form.values
  const found = useCall(
    directoryCalls.found,
    { name: typed, disabled: 0 },
    { isEnabled: typed.trim() !== "", keepsPrevious: true },
  )
  const fitting = (found.data ?? []).filter(
    (one) => one.kind === "organisation" && one.orgKind === kind && one.id !== orgid,
  )

  return (
    <FormDialog
      title={`把“${name}”合并到其他单位`}
      confirm="合并"
      look="danger"
      form={form}
      onClose={onClose}
    >
      <TextField
        label="并入单位"
        hint="输入名称、拼音或首字母，只列出同类单位。"
        {...form.bind("typed")}
        maxLength={directoryLimits.searched}
        onValue={(text) => {
          form.set({ typed: text })
          setInto(null)
        }}
      />
      {typed.trim() !== "" && into === null && (
        <ul aria-label="可以并入的单位">
          {fitting.map((one) => (
            <li key={one.id}>
              <FoundButton
                name={one.name}
                path={one.path.join(" / ")}
                onPick={() => {
                  form.set({ typed: one.name })
                  setInto(one.id)
                }}
              />
            </li>
          ))}
          {found.data && fitting.length === 0 && (
            <Text as="li" tone="faint">
              没有找到同类单位
            </Text>
          )}
        </ul>
      )}
      {into !== null && <MergePlanView {...plan} />}
    </FormDialog>
  )
})
