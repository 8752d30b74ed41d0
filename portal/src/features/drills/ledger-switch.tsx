import type { UrlState } from "../../page-kit/list/use-url-filters.ts"
import { Button } from "../../ui/forms/button.tsx"
import { Row } from "../../ui/primitives/row.tsx"
import { drillFilters, type DrillState } from "./drill-filters.ts"

const lists = { standing: "完成情况", ledger: "执行记录" } as const

/** Which of the ledger's two lists is shown; year and organisation stay. */
export function LedgerSwitch({ url: { state, go } }: { readonly url: UrlState<DrillState> }) {
  const { year, orgname } = state
  return (
    <Row role="group" aria-label="查看" gap={8} onPhone="share">
      {(Object.keys(lists) as (keyof typeof lists)[]).map((tab) => (
        <Button
          key={tab}
          look={state.tab === tab ? "primary" : "plain"}
          aria-pressed={state.tab === tab}
          onClick={() => go({ ...drillFilters.usual, tab, year, orgname })}
        >
          {lists[tab]}
        </Button>
      ))}
    </Row>
  )
}
