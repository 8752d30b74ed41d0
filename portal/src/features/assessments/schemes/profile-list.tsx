import { assessmentCalls, type OrganisationProfile } from "@uc/contract/assessments/calls"
import { useState } from "react"
import { messageOf } from "../../../platform/http/failure.ts"
import { useCall } from "../../../platform/http/use-call.ts"
import { useExport } from "../../../platform/http/use-export.ts"
import { Button } from "../../../ui/forms/button.tsx"
import { DataTable, type Column } from "../../../ui/data/data-table.tsx"
import { ExportButton } from "../../../ui/data/export-button.tsx"
import { EmptyState } from "../../../ui/feedback/empty-state.tsx"
import { ErrorState } from "../../../ui/feedback/error-state.tsx"
import { Pager } from "../../../ui/data/pager.tsx"
import { BarsSkeleton } from "../../../ui/feedback/skeleton.tsx"
import { ProfileDialog } from "./profile-dialog.tsx"
import css from "../assessments.module.css"

const limit = 20

interface ProfileListProps {
  readonly ownOrgid: string
  /** Whose is open; empty: nobody's. */
  readonly orgid: string
  readonly onOpen: (orgid: string) => void
}

/** HOME-4: those with the most gaps first. */
export function ProfileList({ ownOrgid, orgid, onOpen }: ProfileListProps) {
  const [page, setPage] = useState(0)
  const { data, error, refetch, isPlaceholderData } = useCall(
    assessmentCalls.profiles,
    { start: page * limit, limit },
    { keepsPrevious: true },
  )
  const file = useExport(assessmentCalls.exportProfiles)
  return (
    <>
      <div className={css.bar}>
        <span className={css.count}>档案越完整，应急调度和统计越准确。</span>
        <ExportButton isBusy={file.isBusy} onExport={() => void file.run({})} />
        <Button look="primary" onClick={() => onOpen(ownOrgid)}>
          填写本单位档案
        </Button>
      </div>
      {error && <ErrorState title="单位档案没有加载成功" words={messageOf(error)} onRetry={refetch} />}
      {!error && !data && <BarsSkeleton heightsPx={[44, 44, 44, 44]} />}
      {!error && data?.total === 0 && <EmptyState art="empty" title="还没有单位档案" />}
      {!error && data && data.total > 0 && (
        <>
          <DataTable
            label="单位档案"
            columns={columnsOf(onOpen)}
            rows={data.items}
            keyOf={(row) => row.orgid}
            isStale={isPlaceholderData}
          />
          {data.total > limit && <Pager total={data.total} pageSize={limit} page={page} onPage={setPage} />}
        </>
      )}
      {orgid !== "" && <ProfileDialog key={orgid} orgid={orgid} onClose={() => onOpen("")} />}
    </>
  )
}

function columnsOf(onOpen: (orgid: string) => void): readonly Column<OrganisationProfile>[] {
  return [
    {
      title: "单位",
      cell: ({ orgid, orgname }) => (
        <button type="button" className={css.open} onClick={() => onOpen(orgid)}>
          {orgname}
        </button>
      ),
    },
    {
      title: "完整度",
      width: "240px",
      cell: ({ completeness }) => (
        <span className={css.meter}>
          <span aria-hidden="true">
            <span style={{ width: `${completeness}%` }} />
          </span>
          {completeness}%
        </span>
      ),
    },
    { title: "更新", width: "130px", cell: ({ updatetime }) => updatetime?.slice(0, 10) ?? "—" },
  ]
}
