import type { HazardStatistics } from "@uc/contract/hazards/calls"
import { hazardStates } from "@uc/contract/hazards/steps"
import { CountTiles } from "../../ui/layout/count-tiles.tsx"
import { inThousands } from "../../ui/format/in-thousands.ts"
import type { IconName } from "../../ui/navigation/icon.tsx"
import type { UrlState } from "../../page-kit/list/use-url-filters.ts"
import { hazardFilters, type HazardFilterState } from "./hazard-filters.ts"
import { stateLooks } from "./hazard-labels.tsx"

type Counted = "waiting" | "reported" | "rectified" | "overdue"

interface Tile {
  readonly key: Counted
  readonly icon: IconName
  readonly words: string
  readonly isGrave?: true
  readonly change: Partial<HazardFilterState>
}

const tiles: readonly Tile[] = [
  { key: "waiting", icon: "task", words: "待我处理", isGrave: true, change: { waiting: true } },
  ...(["reported", "rectified"] as const).map((state) => ({
    key: state,
    icon: stateLooks[state].icon,
    words: hazardStates[state],
    change: { state },
  })),
  { key: "overdue", icon: "caution", words: "逾期未整改", isGrave: true, change: { overdue: true } },
]

interface HazardTilesProps {
  readonly counts: HazardStatistics | undefined
  readonly url: UrlState<HazardFilterState>
}

const { page: _page, hazard: _hazard, sort: _sort, ...usual } = hazardFilters.usual

/** What is still to be done, whatever the filters: each number is that of its list. */
export function HazardTiles({ counts, url }: HazardTilesProps) {
  const { page: _shownPage, hazard: _open, sort: _order, ...shown } = url.state
  return (
    <CountTiles
      label="隐患概况"
      tiles={tiles.map(({ key, icon, words, isGrave, change }) => {
        const isOn = JSON.stringify(shown) === JSON.stringify({ ...usual, ...change })
        return {
          key,
          icon,
          words,
          count: counts === undefined ? null : inThousands(counts[key]),
          tone: counts && counts[key] > 0 ? (isGrave ? "danger" : "brand") : "faint",
          isOn,
          onPress: () => url.narrow({ ...usual, ...(isOn ? {} : change) }),
        }
      })}
    />
  )
}
