import { alarmAdminCalls, alarmCounts } from "@uc/contract/alarms/admin-calls"
import { alarmCalls, recordsTotalAtMost, WatchedWarning } from "@uc/contract/alarms/calls"
import { unknownTypeName } from "@uc/contract/alarms/type-name"
import { drillCalls, executionTypes } from "@uc/contract/drills/calls"
import { monitorMessages } from "@uc/contract/monitor/messages"
import { Link } from "react-router"
import { z } from "zod"
import { nowMs } from "../../platform/browser/clock.ts"
import { audiences, homeCard, type CardContent } from "../home/public.ts"
import { formatMoment } from "../../ui/format/moment-in-words.ts"
import { boundsOf } from "../../ui/format/period.ts"
import { RowList } from "../../ui/layout/row-list.tsx"
import { SmallEmptyState } from "../../ui/feedback/small-empty-state.tsx"
import { Row } from "../../ui/primitives/row.tsx"
import { Text } from "../../ui/primitives/text.tsx"
import { alarmsAt } from "./alarm-filters.ts"
import { AlarmLevel } from "./alarm-level.tsx"

const shape = z.object({
  total: z.int(),
  /** DAY-4: the same two numbers as in the menu and in the monitor's bar. */
  counts: z.object({ waiting: z.int(), today: z.int() }).nullable(),
  /** DAY-5: drills that are running now, as in the bar. */
  drills: z.int(),
  /** Plans that are carried out in earnest now: the bar counts drills alone. */
  emergencies: z.int(),
  items: z.array(WatchedWarning.extend({ typeName: z.string() })),
})

const ofWeek = { period: "week" } as const

function Content({
  data: { total, counts, drills, emergencies, items },
}: CardContent<z.infer<typeof shape>>) {
  const hasAlarms = items.length > 0
  const running = (
    <>
      {emergencies > 0 && (
        <Counted words={monitorMessages.liveEmergencies} to="/main/drills" count={emergencies} unit="个" />
      )}
      {drills > 0 && (
        <Counted words={monitorMessages.liveDrills} to="/main/drills" count={drills} unit="个" />
      )}
    </>
  )
  if (!hasAlarms && drills + emergencies === 0) return <SmallEmptyState icon="shield" words="近7天没有预警" />
  return (
    <>
      <Row as="ul" wrap gap={4} columnGap={12} align="baseline" tone="soft" size={13} aria-label="预警数">
        {counts && (
          <>
            <Counted
              words={alarmCounts.waiting}
              to={alarmsAt({ state: "active", waiting: true })}
              count={counts.waiting}
            />
            <Counted words={alarmCounts.today} to={alarmsAt({ period: "today" })} count={counts.today} />
          </>
        )}
        <Counted words="近7天" to={alarmsAt(ofWeek)} count={total} />
        {running}
      </Row>
      <RowList
        isShortened
        label="最新预警"
        rows={items.map(({ uuid, typeName, school_name, level, alarm_level_name, address, createtime }) => ({
          key: uuid,
          to: alarmsAt({ ...ofWeek, alarm: uuid }),
          title: `${typeName} · ${school_name}`,
          mark: <AlarmLevel level={level} name={alarm_level_name} />,
          ...(address && { words: address }),
          aside: formatMoment(createtime, nowMs()),
        }))}
      />
    </>
  )
}

interface CountedProps {
  readonly words: string
  readonly to: string
  readonly count: number
  readonly unit?: string
}

function Counted({ words, to, count, unit = "条" }: CountedProps) {
  return (
    <Row as="li" gap={4} align="baseline">
      {words}
      <Text as={Link} to={to} size={18} weight={600} figures>
        {count >= recordsTotalAtMost ? `${recordsTotalAtMost}+` : count}
      </Text>
      {unit}
    </Row>
  )
}

export const card = homeCard({
  key: "alarm-records",
  title: "最新预警",
  icon: "alarm",
  audience: audiences,
  refreshedBy: ["alarms", "drills"],
  order: 40,
  size: { w: 4, h: 4 },
  least: { w: 3, h: 3 },
  more: { words: "处置", to: "/main/alarms" },
  shape,
  load: async ({ ask, nowMs: now }) => {
    const [records, types, counts, drills, emergencies] = await Promise.all([
      ask(alarmCalls.records, { limit: 6, ...boundsOf("week", { from: "", to: "" }, now) }),
      ask(alarmCalls.types, { limit: 200 }),
      // Another host may lack this call: then the rest is shown without it.
      ask(alarmAdminCalls.pulse, {}).catch(() => null),
      ask(drillCalls.executions, { limit: 1, zxType: executionTypes.drill }),
      ask(drillCalls.executions, { limit: 1, zxType: executionTypes.emergency }),
    ])
    const names = new Map(types.items.map(({ code, name }) => [code, name]))
    const named = (warning: WatchedWarning) => ({
      ...warning,
      typeName: names.get(warning.model_code) ?? unknownTypeName(warning.model_code),
    })
    return {
      total: records.total,
      counts: counts && { waiting: counts.waiting, today: counts.today },
      drills: drills.total,
      emergencies: emergencies.total,
      items: records.items.map(named),
    }
  },
  Content,
})
