import { drillCalls, type EmergencyPlan } from "@uc/contract/drills/calls"
import { admintypes } from "@uc/contract/account/calls"
import { Day } from "@uc/contract/core/wire"
import { useState } from "react"
import { useSearchParams } from "react-router"
import { z } from "zod"
import { useUser } from "../../platform/session/session.ts"
import { showToast } from "../../platform/browser/toast.ts"
import { useCall } from "../../platform/http/use-call.ts"
import { Button } from "../../ui/forms/button.tsx"
import { Icon } from "../../ui/navigation/icon.tsx"
import { Page, TabSheet } from "../../ui/layout/page.tsx"
import { Ledger, type HeldPlace } from "./ledger.tsx"
import { LiveDrills } from "./live-drills.tsx"
import { PlanList } from "./plan-list.tsx"
import { RecordDialog } from "./record-dialog.tsx"
import { StartDialog } from "./start-dialog.tsx"

const tabs = { live: "进行中", plans: "预案", ledger: "台账" } as const

/** An address may be typed by anybody: what it says wrongly, it does not say. */
function heldIn(address: URLSearchParams): HeldPlace {
  const day = Day.safeParse(address.get("day"))
  const type = z.enum(["drill", "emergency"]).safeParse(address.get("type"))
  return { day: day.data ?? "", type: type.data ?? "all" }
}

/** WORK-5. */
export function Component() {
  const user = useUser()
  const [place] = useSearchParams()
  // Whoever comes from the number of drills that were held, or are still to be held by their organisation, sees which.
  const isLedger = place.get("tab") === "ledger"
  const isDue = place.get("tab") === "due"
  const [tab, setTab] = useState<keyof typeof tabs>(isLedger || isDue ? "ledger" : "live")
  const [started, setStarted] = useState<EmergencyPlan | null>(null)
  const [record, setRecord] = useState<string | null>(null)
  const plans = useCall(drillCalls.plans, {}, { isEnabled: user !== null })
  if (!user) return null

  function startAny() {
    const first = plans.data?.plans[0]
    if (first) return setStarted(first)
    setTab("plans")
    if (plans.data) showToast("info", "请先新建预案，再按预案启动")
  }

  const start = user.admintype !== admintypes.none && (
    <Button look="primary" onClick={startAny}>
      <Icon name="drill" sizePx={16} />
      启动演练
    </Button>
  )
  return (
    <Page title="应急演练" words="按预案启动，实时看确认情况，结束后留下记录。" actions={start}>
      <TabSheet label="应急演练" tabs={tabs} current={tab} onChange={setTab}>
        {tab === "live" && <LiveDrills onRecord={setRecord} />}
        {tab === "plans" && <PlanList user={user} answer={plans} onStart={setStarted} />}
        {tab === "ledger" && (
          <Ledger
            user={user}
            startsWith={isLedger ? heldIn(place) : isDue ? "own-due" : null}
            onRecord={setRecord}
          />
        )}
      </TabSheet>
      {started && plans.data && (
        <StartDialog
          user={user}
          plans={plans.data.plans}
          plan={started}
          onStarted={() => {
            setStarted(null)
            setTab("live")
          }}
          onClose={() => setStarted(null)}
        />
      )}
      {record !== null && <RecordDialog id={record} onClose={() => setRecord(null)} />}
    </Page>
  )
}
