import { directoryCalls, directoryLimits } from "@uc/contract/directory/calls"
import { organisationAdminCalls, type OrganisationDetails } from "@uc/contract/organisations/admin-calls"
import { useId, useState } from "react"
import { messageOf } from "../../../platform/http/failure.ts"
import { showToast } from "../../../platform/browser/toast.ts"
import { useCall } from "../../../platform/http/use-call.ts"
import { closesWhenBroken } from "../../../ui/feedback/closes-when-broken.tsx"
import { ErrorState } from "../../../ui/feedback/error-state.tsx"
import { FormDialog } from "../../../ui/forms/form-dialog.tsx"
import { Field } from "../../../ui/forms/form-fields.tsx"
import { BarsSkeleton } from "../../../ui/feedback/skeleton.tsx"
import { MergePlanView } from "./merge-plan-view.tsx"
import { useDirectoryAction } from "../use-directory-action.ts"
import { useDirectoryFilters } from "../use-directory-filters.ts"
import css from "../directory.module.css"

interface MergeOrganisationsProps {
  readonly from: OrganisationDetails
  readonly onClose: () => void
}

/** First into which one, then what that means, then it is done. */
export const MergeOrganisations = closesWhenBroken(function MergeOrganisations({
  from,
  onClose,
}: MergeOrganisationsProps) {
  const id = useId()
  const [typed, setTyped] = useState("")
  const [into, setInto] = useState<string | null>(null)
  const { act, isBusy, problem, setProblem } = useDirectoryAction()
  const { go } = useDirectoryFilters()
  const found = useCall(
    directoryCalls.found,
    { name: typed, disabled: 0 },
    { isEnabled: typed.trim() !== "", keepsPrevious: true },
  )
  const plan = useCall(
    organisationAdminCalls.mergePlan,
    { orgid: from.orgid, intoOrgid: into ?? "" },
    { isEnabled: into !== null },
  )
  const fitting = (found.data ?? []).filter(
    ({ kind, orgKind, id: other }) =>
      kind === "organisation" && orgKind === from.kind && other !== from.orgid,
  )

  async function merge() {
    if (into === null || !plan.data) return setProblem("请先选择要并入的单位")
    const { version, intoVersion } = plan.data
    const done = await act(organisationAdminCalls.merge, {
      orgid: from.orgid,
      intoOrgid: into,
      version,
      intoVersion,
    })
    if (!done) return
    showToast("success", `合并完成，${done.people} 名人员已转入`)
    go({ node: { kind: "organisation", id: into } })
    onClose()
  }

  return (
    <FormDialog
      title={`把“${from.name}”合并到其他单位`}
      confirm="合并"
      look="danger"
      form={{ isBusy, problem, failures: 0, onSubmit: () => void merge() }}
      onClose={onClose}
    >
      <Field label="并入哪个单位" id={`${id}-into`} hint="输入名称、拼音或首字母，只列出同类单位。">
        <input
          id={`${id}-into`}
          value={typed}
          maxLength={directoryLimits.searched}
          autoComplete="off"
          onChange={({ target }) => {
            setTyped(target.value)
            setInto(null)
          }}
        />
      </Field>
      {typed.trim() !== "" && into === null && (
        <ul className={css.found} aria-label="可以并入的单位">
          {fitting.map((one) => (
            <li key={one.id}>
              <button
                type="button"
                onClick={() => {
                  setTyped(one.name)
                  setInto(one.id)
                }}
              >
                <span className={css.foundName}>{one.name}</span>
                <small className={css.foundPath}>{one.path.join(" / ")}</small>
              </button>
            </li>
          ))}
          {found.data && fitting.length === 0 && <li className={css.none}>没有找到同类单位</li>}
        </ul>
      )}
      {into !== null &&
        (plan.data ? (
          <MergePlanView plan={plan.data} />
        ) : plan.error ? (
          <ErrorState title="不能合并" words={messageOf(plan.error)} onRetry={plan.refetch} />
        ) : (
          <BarsSkeleton heightsPx={[120]} />
        ))}
    </FormDialog>
  )
})
