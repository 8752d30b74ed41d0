import {
  hazardCalls,
  hazardLevels,
  hazardSources,
  type HazardLevel,
  type HazardSource,
  type HazardStatistics,
} from "@uc/contract/hazards/calls"
import { hazardLimits } from "@uc/contract/hazards/messages"
import { hazardStates, type HazardState } from "@uc/contract/hazards/steps"
import { List } from "../../page-kit/list/list.tsx"
import type { UrlState } from "../../page-kit/list/use-url-filters.ts"
import { hazardColumns } from "./hazard-columns.tsx"
import { inputOf, type HazardFilterState } from "./hazard-filters.ts"

interface LedgerProps {
  readonly isOfMany: boolean
  readonly url: UrlState<HazardFilterState>
  /** Those that have any. */
  readonly organisations: HazardStatistics["organisations"]
}

const states = Object.entries(hazardStates) as [HazardState, string][]
const levels = Object.entries(hazardLevels) as [HazardLevel, string][]
const sources = Object.entries(hazardSources) as [HazardSource, string][]

/** Overdue ones first. */
export function Ledger({ isOfMany, url, organisations }: LedgerProps) {
  return (
    <List
      label="隐患台账"
      what="隐患"
      url={url}
      fields={[
        {
          search: "search",
          label: "隐患或位置",
          placeholder: "隐患或位置",
          maxLength: hazardLimits.searched,
        },
        { choice: "state", label: "状态", choices: [["active", "未销号"], ...states, ["all", "全部"]] },
        { choice: "level", label: "等级", choices: [["", "全部"], ...levels] },
        { choice: "source", label: "来源", choices: [["", "全部"], ...sources] },
        isOfMany && {
          choice: "orgid",
          label: "单位",
          choices: [["", "全部"], ...organisations.map(({ id, name }) => [id, name] as const)],
        },
        { day: "from", label: "上报日期从" },
        { day: "to", label: "到" },
        { tick: "waiting", label: "待我处理" },
        { tick: "overdue", label: "逾期未整改" },
        { tick: "escalated", label: isOfMany ? "上报到我局" : "已上报教育局" },
        { tick: "mine", label: "我上报的" },
      ]}
      call={hazardCalls.list}
      input={inputOf(url.state)}
      file={hazardCalls.exportList}
      rowsOf={({ items }) => items}
      keyOf={({ id }) => id}
      columns={hazardColumns(isOfMany, (hazard) => url.addressWith({ hazard }))}
      paging={{ by: "number", key: "page", size: 20, totalOf: ({ total }) => total }}
      empty={{
        title: "当前没有未销号的隐患",
        words: "发现隐患请点“上报隐患”；已销号的可在“状态”中查看。",
      }}
    />
  )
}
