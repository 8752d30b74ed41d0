import {
  activeStates,
  alarmActions,
  takingOver,
  type AlarmAction,
  type AlarmDetail,
} from "@uc/contract/alarms/admin-calls"
import type { CurrentUser } from "@uc/contract/account/calls"
import { hazardLimits } from "@uc/contract/hazards/messages"
import type { Id } from "@uc/contract/core/wire"
import { holds, holdsBeyond } from "@uc/contract/roles/permissions"
import { useState } from "react"
import { Link } from "../../ui/navigation/link.tsx"
import { pick } from "../../platform/dialogs/pick.ts"
import { Button, buttonClass } from "../../ui/forms/button.tsx"
import { Spinner } from "../../ui/feedback/spinner.tsx"
import { ConfirmDialog } from "../../ui/overlays/confirm-dialog.tsx"
import { Row } from "../../ui/primitives/row.tsx"
import { Text } from "../../ui/primitives/text.tsx"
import { HazardOfSource } from "../hazards/public.ts"
import { NoteDialog, type NotedAction } from "./note-dialog.tsx"
import type { useAlarm } from "./use-alarm.ts"

interface AlarmButtonsProps {
  readonly alarm: AlarmDetail
  readonly user: CurrentUser
  readonly of: Pick<ReturnType<typeof useAlarm>, "take" | "onDone" | "refetch">
  readonly onProblem: (problem: string | null) => void
}

/** The next step stands out: first to take it, then to record what is done. */
const leading: readonly AlarmAction[] = ["acknowledge", "handle"]

export function AlarmButtons({ alarm, user, of: { take, onDone, refetch }, onProblem }: AlarmButtonsProps) {
  const [busy, setBusy] = useState<AlarmAction | null>(null)
  const [asking, setAsking] = useState<NotedAction | null>(null)
  const [isTaking, setTaking] = useState(false)

  async function go(action: AlarmAction, personid?: Id) {
    if (busy) return
    setBusy(action)
    onProblem(null)
    onProblem(await take(personid))
    setBusy(null)
  }

  async function assign() {
    // An alarm escalated to the own bureau is assigned to its people, others to people of their organisation.
    const orgid = alarm.escalated_here ? user.orgid : alarm.orgid
    const chosen = await pick("person", { max: 1, title: "选择负责人", orgid })
    const [person] = chosen ?? []
    if (person) await go("assign", person.id)
  }

  function press(action: AlarmAction) {
    // Who is on duty or administers knows what it means; a teacher may only want to say that they know.
    if (action === "acknowledge" && !holds(user, "alarms.manage")) setTaking(true)
    else if (action === "acknowledge") void go(action)
    else if (action === "assign") void assign()
    else setAsking(action)
  }

  const mayStart =
    isActive(alarm) &&
    (alarm.orgid === user.orgid ? holds(user, "drills.run") : holdsBeyond(user, "drills.run"))
  const start = mayStart && (
    <Link className={buttonClass({ look: "danger" })} to={`/main/drills?alarm=${alarm.uuid}`}>
      启动预案
    </Link>
  )
  const hazard = alarm.state !== "false" && (
    <HazardOfSource source={{ alarm: alarm.uuid }} words={hazardWords(alarm)} />
  )
  if (alarm.can.length === 0)
    return (
      <Row gap={8} wrap>
        <Text tone="soft">{nothingToDo(alarm)}</Text>
        {start}
        {hazard}
      </Row>
    )
  return (
    <Row gap={8} wrap onPhone="share">
      {alarm.can.map((action) => (
        <Button
          key={action}
          look={leading.includes(action) ? "primary" : "plain"}
          aria-busy={busy === action}
          onClick={() => press(action)}
        >
          {busy === action && <Spinner sizePx={16} />}
          {alarmActions[action]}
        </Button>
      ))}
      {start}
      {hazard}
      {isTaking && (
        <ConfirmDialog
          title={takingOver.title}
          words={takingOver.words}
          confirm={alarmActions.acknowledge}
          onConfirm={() => take()}
          onClose={() => setTaking(false)}
        />
      )}
      {asking && (
        <NoteDialog
          action={asking}
          alarm={alarm}
          onDone={(changed) => onDone(asking, changed)}
          onFailed={() => void refetch()}
          onClose={() => {
            setAsking(null)
            onProblem(null)
          }}
        />
      )}
    </Row>
  )
}

function isActive({ state }: AlarmDetail): boolean {
  return activeStates.some((active) => active === state)
}

/** What the report of this alarm begins with. */
function hazardWords({ model_name: type, address, detail }: AlarmDetail) {
  return {
    title: type.slice(0, hazardLimits.title),
    place: (address ?? "").slice(0, hazardLimits.place),
    description: (detail ?? "").slice(0, hazardLimits.description),
  }
}

function nothingToDo({ state, taken_by: who }: AlarmDetail): string {
  if (state === "closed" || state === "false") return "该预警已结束。"
  return who ? `该预警由${who}负责，仅负责人或管理员可以操作。` : "您没有处理该预警的权限。"
}
