import { drillCalls, type EmergencyPlan } from "@uc/contract/drills/calls"
import { usertypes } from "@uc/contract/account/calls"
import { holds } from "@uc/contract/roles/permissions"
import { useEffect, useRef, useState } from "react"
import { Navigate } from "react-router"
import { useUrlFilters } from "../../page-kit/list/use-url-filters.ts"
import { useUser } from "../../platform/session/session.ts"
import { showToast } from "../../platform/browser/toast.ts"
import { useCall } from "../../platform/http/use-call.ts"
import { Button } from "../../ui/forms/button.tsx"
import { Icon } from "../../ui/navigation/icon.tsx"
import { Page, TabSheet } from "../../ui/layout/page.tsx"
import { drillFilters } from "./drill-filters.ts"
import { HeldList } from "./held-list.tsx"
import { LedgerSwitch } from "./ledger-switch.tsx"
import { LiveDrills } from "./live-drills.tsx"
import { PlanList } from "./plan-list.tsx"
import { RecordDialog } from "./record-dialog.tsx"
import { StandingList } from "./standing-list.tsx"
import { StartForAlarm } from "./start-for-alarm.tsx"
import { StartDialog } from "./start-dialog.tsx"

const tabs = { live: "进行中", plans: "预案", standing: "台账" } as const

/** WORK-5. */
export function Component() {
  const user = useUser()
  const url = useUrlFilters(drillFilters)
  const [started, setStarted] = useState<EmergencyPlan | null>(null)
  const [record, setRecord] = useState<string | null>(null)
  const [isOpening, setOpening] = useState(false)
  const isHere = useRef(false)
  useEffect(() => {
    isHere.current = true
    return () => void (isHere.current = false)
  }, [])
  const plans = useCall(drillCalls.plans, {}, { isEnabled: user !== null })
  if (!user) return null
  const { tab } = url.state
  const isOfMany = user.usertype === usertypes.bureau || user.usertype === usertypes.platform
  if (tab === "due") {
    const own = { tab: "standing", onlyDue: true, orgname: isOfMany ? user.orgname : "" } as const
    return <Navigate replace to={url.addressWith(own)} />
  }

  const show = (to: keyof typeof tabs) => url.go({ ...drillFilters.usual, tab: to })

  /** In an emergency it is pressed before the plans have come. */
  async function startAny() {
    setOpening(true)
    const { data } = plans.data ? plans : await plans.refetch({ cancelRefetch: false })
    if (!isHere.current) return
    setOpening(false)
    const first = data?.plans[0]
    if (first) return setStarted(first)
    show("plans")
    if (data) showToast("info", "请先新建预案，再按预案启动")
  }

  const start = holds(user, "drills.run") && (
    <Button look="primary" aria-busy={isOpening} onClick={() => void startAny()}>
      <Icon name="drill" sizePx={16} />
      启动演练
    </Button>
  )
  return (
    <Page title="应急演练" words="按预案启动，实时看确认情况，结束后留下记录。" actions={start}>
      <TabSheet label="应急演练" tabs={tabs} current={tab === "ledger" ? "standing" : tab} onChange={show}>
        {tab === "live" && <LiveDrills onRecord={setRecord} />}
        {tab === "plans" && <PlanList user={user} answer={plans} onStart={setStarted} />}
        {(tab === "standing" || tab === "ledger") && <LedgerSwitch url={url} />}
        {tab === "standing" && <StandingList isOfMany={isOfMany} />}
        {tab === "ledger" && <HeldList isOfMany={isOfMany} onRecord={setRecord} />}
      </TabSheet>
      {started && plans.data && (
        <StartDialog
          user={user}
          plans={plans.data.plans}
          plan={started}
          onStarted={() => {
            setStarted(null)
            show("live")
          }}
          onClose={() => setStarted(null)}
        />
      )}
      {url.state.alarm !== "" && plans.data && holds(user, "drills.run") && (
        <StartForAlarm
          key={url.state.alarm}
          uuid={url.state.alarm}
          user={user}
          plans={plans.data.plans}
          onStarted={() => show("live")}
          onClose={() => url.replace({ alarm: "" })}
        />
      )}
      {record !== null && <RecordDialog id={record} onClose={() => setRecord(null)} />}
    </Page>
  )
}
