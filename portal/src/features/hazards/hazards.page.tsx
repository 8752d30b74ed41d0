import { usertypes, type CurrentUser } from "@uc/contract/account/calls"
import { hazardCalls } from "@uc/contract/hazards/calls"
import { hazardMessages } from "@uc/contract/hazards/messages"
import { useQueryClient } from "@tanstack/react-query"
import { useEffect, useState } from "react"
import { useUrlFilters } from "../../page-kit/list/use-url-filters.ts"
import { callKey, useCall } from "../../platform/http/use-call.ts"
import { onEvent } from "../../platform/realtime/events.ts"
import { useUser } from "../../platform/session/session.ts"
import { EmptyState } from "../../ui/feedback/empty-state.tsx"
import { Button } from "../../ui/forms/button.tsx"
import { Page, TabSheet } from "../../ui/layout/page.tsx"
import { Icon } from "../../ui/navigation/icon.tsx"
import { HazardDrawer } from "./hazard-drawer.tsx"
import { hazardFilters, hazardViews } from "./hazard-filters.ts"
import { HazardTiles } from "./hazard-tiles.tsx"
import { Ledger } from "./ledger.tsx"
import { ReportDialog } from "./report-dialog.tsx"
import { Statistics } from "./statistics.tsx"
import { shownOfHazards } from "./use-hazard-action.ts"

const page = {
  title: "隐患治理",
  words: "发现、指派、整改、复查、销号，每一步都有记录；逾期未整改的会上报到所属教育局。",
} as const

/** DAY-6. */
export function Component() {
  const user = useUser()
  if (!user) return null
  if (user.isParent)
    return (
      <Page {...page}>
        <EmptyState art="empty" title="没有可查看的内容" words={hazardMessages.staffOnly} />
      </Page>
    )
  return <Hazards user={user} />
}

function Hazards({ user }: { readonly user: CurrentUser }) {
  const url = useUrlFilters(hazardFilters)
  const { view, hazard } = url.state
  const isOfMany = user.usertype === usertypes.bureau || user.usertype === usertypes.platform
  const [isReporting, setReporting] = useState(false)
  const { data: counts } = useCall(hazardCalls.statistics, {})
  const queries = useQueryClient()

  // Each step is told by the bell.
  useEffect(
    () =>
      onEvent("bell", () => {
        for (const call of shownOfHazards) void queries.invalidateQueries({ queryKey: callKey(call) })
      }),
    [queries],
  )

  return (
    <Page
      {...page}
      actions={
        <Button look="primary" onClick={() => setReporting(true)}>
          <Icon name="plus" sizePx={16} />
          上报隐患
        </Button>
      }
    >
      <HazardTiles counts={counts} url={url} />
      <TabSheet
        label="隐患治理"
        tabs={hazardViews}
        current={view}
        onChange={(to) => url.go({ ...hazardFilters.usual, view: to })}
      >
        {view === "ledger" ? (
          <Ledger isOfMany={isOfMany} url={url} organisations={counts?.organisations ?? []} />
        ) : (
          <Statistics isOfMany={isOfMany} url={url} />
        )}
      </TabSheet>
      {hazard !== "" && <HazardDrawer key={hazard} id={hazard} onClose={() => url.replace({ hazard: "" })} />}
      {isReporting && (
        <ReportDialog
          user={user}
          onDone={({ id }) => url.go({ hazard: id })}
          onClose={() => setReporting(false)}
        />
      )}
    </Page>
  )
}
