import type { Pinner } from "@uc/contract/layout"
import type { HomeCard } from "../../platform/home-card.ts"
import { Icon, isIconName } from "../../ui/icon.tsx"
import { inOrder, visible, type Cell } from "./home-layout.ts"
import type { LayoutEvent } from "./layout-editor.machine.ts"
import { PinMark } from "./pin-mark.tsx"
import css from "./set-home-layout.module.css"

interface LayoutListProps {
  readonly cards: readonly HomeCard[]
  readonly cells: readonly Cell[]
  readonly pinnedBy: ReadonlyMap<string, Pinner>
  readonly dispatch: (event: LayoutEvent) => void
}

/** HOME-3 on a phone: one column, in the same order. */
export function LayoutList({ cards, cells, pinnedBy, dispatch }: LayoutListProps) {
  const shown = inOrder(visible(cells))
  return (
    <ol className={css.list} aria-label="显示的卡片">
      {shown.map(({ key }, at) => {
        const card = cards.find((found) => found.key === key)
        const title = card?.title ?? ""
        const by = pinnedBy.get(key)
        return (
          <li key={key} data-card={key}>
            <Icon name={card && isIconName(card.icon) ? card.icon : "page"} />
            <b>{title}</b>
            {by && <PinMark by={by} />}
            <span className={css.buttons}>
              <button
                type="button"
                aria-label={`上移${title}`}
                disabled={at === 0}
                onClick={() => dispatch({ type: "stepped", key, to: "earlier" })}
              >
                <Icon name="rise" />
              </button>
              <button
                type="button"
                aria-label={`下移${title}`}
                disabled={at === shown.length - 1}
                onClick={() => dispatch({ type: "stepped", key, to: "later" })}
              >
                <Icon name="fall" />
              </button>
              {!by && (
                <button
                  type="button"
                  aria-label={`隐藏${title}`}
                  onClick={() => dispatch({ type: "hidden", key })}
                >
                  <Icon name="eye-off" />
                </button>
              )}
            </span>
          </li>
        )
      })}
    </ol>
  )
}
