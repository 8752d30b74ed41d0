import { levelColour } from "@uc/contract/alarms/level-colours"
import type { AlarmLevelEntry } from "@uc/contract/alarm-tables/calls"
import type { Column } from "../../ui/data/data-table.tsx"
import { Button } from "../../ui/forms/button.tsx"
import { LevelMark } from "../../ui/marks/level-mark.tsx"
import { Tag } from "../../ui/marks/tag.tsx"
import { Row } from "../../ui/primitives/row.tsx"

function shownMinutes(minutes: number | null): string {
  return minutes === null ? "不上报" : `${minutes} 分钟`
}

export function levelColumns(
  onAsk: (what: "edit" | "turn" | "remove", level: AlarmLevelEntry) => void,
): readonly Column<AlarmLevelEntry>[] {
  return [
    {
      title: "名称",
      isName: true,
      cell: ({ level, name }) => <LevelMark colour={levelColour(level, name)} name={name} />,
    },
    { title: "等级", width: "90px", cell: ({ level }) => level },
    { title: "确认时限", width: "130px", cell: ({ minutesToTake }) => shownMinutes(minutesToTake) },
    { title: "处置时限", width: "130px", cell: ({ minutesToHandle }) => shownMinutes(minutesToHandle) },
    {
      title: "状态",
      width: "110px",
      cell: ({ isDisabled }) =>
        isDisabled ? (
          <Tag icon="eye-off">已停用</Tag>
        ) : (
          <Tag tone="done" icon="done">
            使用中
          </Tag>
        ),
    },
    {
      title: "操作",
      width: "240px",
      cell: (level) => (
        <Row gap={8} wrap>
          <Button aria-label={`编辑${level.name}`} onClick={() => onAsk("edit", level)}>
            编辑
          </Button>
          <Button
            aria-label={`${level.isDisabled ? "启用" : "停用"}${level.name}`}
            onClick={() => onAsk("turn", level)}
          >
            {level.isDisabled ? "启用" : "停用"}
          </Button>
          <Button aria-label={`删除${level.name}`} onClick={() => onAsk("remove", level)}>
            删除
          </Button>
        </Row>
      ),
    },
  ]
}
