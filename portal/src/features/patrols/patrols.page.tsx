import { patrolMessages, type PatrolVisit } from "@uc/contract/patrols/admin-calls"
import { usertypes } from "@uc/contract/account/calls"
import { useState } from "react"
import { useUser } from "../../platform/session/session.ts"
import { EmptyState } from "../../ui/feedback/empty-state.tsx"
import { Page, TabSheet } from "../../ui/layout/page.tsx"
import { CheckInDialog } from "./check-in-dialog.tsx"
import { MyVisits } from "./my-visits.tsx"
import { noFilterState, patrolViews } from "./patrol-filters-url.ts"
import { PlanList } from "./plans/plan-list.tsx"
import { PointList } from "./plans/point-list.tsx"
import { Records } from "./records.tsx"
import { ScanDialog } from "./scan-dialog.tsx"
import { Statistics } from "./statistics.tsx"
import { usePatrolFilters } from "./use-patrol-filters.ts"
import { VisitDialog } from "./visit-dialog.tsx"

/** WORK-3. */
export function Component() {
  const user = useUser()
  const { place, go, onFilter, onView } = usePatrolFilters()
  const [visit, setVisit] = useState<PatrolVisit | null>(null)
  const [isScanning, setScanning] = useState(false)
  if (!user) return null
  if (user.isParent)
    return <EmptyState isPage art="empty" title="没有权限" words={patrolMessages.staffOnly} />
  const isOfMany = user.usertype === usertypes.bureau || user.usertype === usertypes.platform
  return (
    <Page title="安全巡查" words="按计划到点位扫码打卡；没有按时巡查的会自动记为漏检。">
      <TabSheet label="安全巡查" tabs={patrolViews} current={place.view} onChange={onView}>
        {place.view === "mine" && <MyVisits onVisit={setVisit} onScan={() => setScanning(true)} />}
        {place.view === "records" && (
          <Records
            place={place}
            isOfMany={isOfMany}
            onFilter={onFilter}
            onPage={(before) => go({ before })}
            onVisit={setVisit}
          />
        )}
        {place.view === "statistics" && (
          <Statistics
            place={place}
            isOfMany={isOfMany}
            onFilter={onFilter}
            onRecords={(of) => go({ ...noFilterState, view: "records", ...of })}
          />
        )}
        {place.view === "plans" && <PlanList />}
        {place.view === "points" && <PointList />}
      </TabSheet>
      {visit && <VisitDialog visit={visit} onClose={() => setVisit(null)} />}
      {isScanning && (
        <ScanDialog
          onCode={(check) => {
            setScanning(false)
            onFilter({ ...noFilterState, check })
          }}
          onClose={() => setScanning(false)}
        />
      )}
      {place.check !== "" && (
        <CheckInDialog code={place.check} onClose={() => onFilter({ ...noFilterState, view: "mine" })} />
      )}
    </Page>
  )
}
