import { alarmCalls, recordsTotalAtMost, Warning } from "@uc/contract/alarms/calls"
import { unknownTypeName } from "@uc/contract/alarms/type-name"
import { Link } from "react-router"
import { z } from "zod"
import { nowMs } from "../../platform/browser/clock.ts"
import { audiences, homeCard, type CardContent } from "../home/public.ts"
import { formatMoment } from "../../ui/format/moment-in-words.ts"
import { boundsOf } from "../../ui/format/period.ts"
import { RowList } from "../../ui/layout/row-list.tsx"
import { SmallEmptyState } from "../../ui/feedback/small-empty-state.tsx"
import { Tag } from "../../ui/marks/tag.tsx"
import { Row } from "../../ui/primitives/row.tsx"
import { Text } from "../../ui/primitives/text.tsx"
import { alarmsAt } from "./alarm-filters.ts"

const shape = z.object({
  total: z.int(),
  items: z.array(Warning.extend({ typeName: z.string() })),
})

const ofWeek = { period: "week" } as const

function Content({ data: { total, items } }: CardContent<z.infer<typeof shape>>) {
  if (items.length === 0) return <SmallEmptyState icon="shield" words="近7天没有预警" />
  return (
    <>
      <Row as="p" gap={4} align="baseline" tone="soft" size={13}>
        近7天共
        <Text as={Link} to={alarmsAt(ofWeek)} size={18} weight={600} figures>
          {total >= recordsTotalAtMost ? `${recordsTotalAtMost}+` : total}
        </Text>
        条
      </Row>
      <RowList
        label="最新预警"
        rows={items.map(({ uuid, typeName, school_name, alarm_level_name, createtime }) => ({
          key: uuid,
          to: alarmsAt({ ...ofWeek, alarm: uuid }),
          title: `${typeName} · ${school_name}`,
          mark: (
            <Tag tone="caution" icon="alarm">
              {alarm_level_name}
            </Tag>
          ),
          aside: formatMoment(createtime, nowMs()),
        }))}
      />
    </>
  )
}

export const card = homeCard({
  key: "alarm-records",
  title: "最新预警",
  icon: "alarm",
  audience: audiences,
  order: 40,
  size: { w: 4, h: 4 },
  least: { w: 3, h: 3 },
  more: { words: "处置", to: "/main/alarms" },
  shape,
  load: async ({ ask, nowMs: now }) => {
    const [records, types] = await Promise.all([
      ask(alarmCalls.records, { limit: 6, ...boundsOf("week", { from: "", to: "" }, now) }),
      ask(alarmCalls.types, { limit: 200 }),
    ])
    const names = new Map(types.items.map(({ code, name }) => [code, name]))
    const named = (warning: Warning) => ({
      ...warning,
      typeName: names.get(warning.model_code) ?? unknownTypeName(warning.model_code),
    })
    return { total: records.total, items: records.items.map(named) }
  },
  Content,
})
