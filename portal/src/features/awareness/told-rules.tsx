import { levelColour } from "@uc/contract/alarms/level-colours"
import { awarenessCalls, type ToldRule } from "@uc/contract/awareness/calls"
import { awarenessMessages, toldAudiences, type ToldAudience } from "@uc/contract/awareness/told"
import { showToast } from "../../platform/browser/toast.ts"
import { messageOf } from "../../platform/http/failure.ts"
import { useCall } from "../../platform/http/use-call.ts"
import { useRefreshedAction } from "../../platform/http/use-refreshed-action.ts"
import { DataTable, type Column } from "../../ui/data/data-table.tsx"
import { ErrorState } from "../../ui/feedback/error-state.tsx"
import { BarsSkeleton } from "../../ui/feedback/skeleton.tsx"
import { Select } from "../../ui/forms/controls/select.tsx"
import { DrillMark } from "../../ui/marks/drill-mark.tsx"
import { LevelMark } from "../../ui/marks/level-mark.tsx"
import { Tag } from "../../ui/marks/tag.tsx"
import { Text } from "../../ui/primitives/text.tsx"

const shown = [awarenessCalls.rules]
const choices = Object.entries(toldAudiences) as [ToldAudience, string][]

/** DAY-2: who of an organisation is told, by level. */
export function ToldRules() {
  const { data, error, refetch } = useCall(awarenessCalls.rules, {})
  const { act, isBusy } = useRefreshedAction(shown)
  if (error && !data)
    return <ErrorState title="通知范围加载失败" words={messageOf(error)} onRetry={refetch} />
  if (!data) return <BarsSkeleton heightsPx={Array.from({ length: 6 }, () => 44)} />

  async function save({ subject, name }: ToldRule, told: ToldAudience) {
    if (await act(awarenessCalls.saveRule, { subject, told }))
      showToast("success", `已保存：${name}，${toldAudiences[told]}`)
  }

  return (
    <>
      <Text as="p" tone="soft">
        收到的人员会看到一张卡片，写明发生了什么、该怎么做，并点“{awarenessMessages.known}
        ”。值班人员是指有“预警处置管理”权限的人员。选择“不单独通知”的，仍在预警监测中显示。
      </Text>
      <DataTable
        label={awarenessMessages.whoIsTold}
        columns={columnsWith(isBusy, (rule, told) => void save(rule, told))}
        rows={data}
        keyOf={({ subject }) => subject}
      />
    </>
  )
}

function columnsWith(
  isBusy: boolean,
  onChoose: (rule: ToldRule, told: ToldAudience) => void,
): readonly Column<ToldRule>[] {
  return [
    { title: "情形", isName: true, cell: (rule) => <SubjectMark rule={rule} /> },
    {
      title: awarenessMessages.whoIsTold,
      width: "60%",
      cell: (rule) => (
        <Select
          label={`${rule.name}通知`}
          value={rule.told}
          choices={choices}
          isBusy={isBusy}
          onChange={(told) => onChoose(rule, told)}
        />
      ),
    },
  ]
}

function SubjectMark({ rule: { subject, name, level } }: { readonly rule: ToldRule }) {
  if (level !== null) return <LevelMark colour={levelColour(level, name)} name={name} />
  return subject === "drill" ? (
    <DrillMark />
  ) : (
    <Tag tone="danger" icon="danger">
      {name}
    </Tag>
  )
}
