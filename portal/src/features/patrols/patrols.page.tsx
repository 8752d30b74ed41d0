import { patrolMessages, type PatrolVisit } from "@uc/contract/patrols/admin-calls"
import { usertypes } from "@uc/contract/account/calls"
import { useState } from "react"
import { useUrlFilters } from "../../page-kit/list/use-url-filters.ts"
import { useUser } from "../../platform/session/session.ts"
import { EmptyState } from "../../ui/feedback/empty-state.tsx"
import { Page, TabSheet } from "../../ui/layout/page.tsx"
import { CheckInDialog } from "./check-in-dialog.tsx"
import { MyVisits } from "./my-visits.tsx"
import { patrolFilters, patrolViews } from "./patrol-filters.ts"
import { PlanList } from "./plans/plan-list.tsx"
import { PointList } from "./plans/point-list.tsx"
import { Records } from "./records.tsx"
import { ScanDialog } from "./scan/scan-dialog.tsx"
import { Statistics } from "./statistics.tsx"
import { VisitDialog } from "./visit-dialog.tsx"

/** WORK-3. */
export function Component() {
  const user = useUser()
  const url = useUrlFilters(patrolFilters)
  const [visit, setVisit] = useState<PatrolVisit | null>(null)
  const [isScanning, setScanning] = useState(false)
  if (!user) return null
  if (user.isParent)
    return <EmptyState isPage art="empty" title="没有权限" words={patrolMessages.staffOnly} />
  const isOfMany = user.usertype === usertypes.bureau || user.usertype === usertypes.platform
  const { view, check } = url.state
  return (
    <Page title="安全巡查" words="按计划到点位扫码打卡；没有按时巡查的会自动记为漏检。">
      <TabSheet
        label="安全巡查"
        tabs={patrolViews}
        current={view}
        onChange={(to) => url.go({ ...patrolFilters.usual, view: to })}
      >
        {view === "mine" && <MyVisits onVisit={setVisit} onScan={() => setScanning(true)} />}
        {view === "records" && <Records isOfMany={isOfMany} onVisit={setVisit} />}
        {view === "statistics" && <Statistics isOfMany={isOfMany} />}
        {view === "plans" && <PlanList />}
        {view === "points" && <PointList />}
      </TabSheet>
      {visit && <VisitDialog visit={visit} onClose={() => setVisit(null)} />}
      {isScanning && (
        <ScanDialog
          onCode={(code) => {
            setScanning(false)
            url.replace({ ...patrolFilters.usual, check: code })
          }}
          onClose={() => setScanning(false)}
        />
      )}
      {check !== "" && <CheckInDialog code={check} onClose={() => url.replace(patrolFilters.usual)} />}
    </Page>
  )
}
