import { levelColour } from "@uc/contract/alarms/level-colours"
import type { ScreenOverview, ScreenPlace } from "@uc/contract/screens/calls"
import { memo, type CSSProperties } from "react"
import { levelClass } from "../../../ui/marks/level-mark.tsx"
import { classes } from "../../../ui/theme/classes.ts"
import { pageMs, slowPage, tilingFor } from "../slow-pages.ts"
import { Calm, Panel } from "./panel.tsx"
import css from "./places.module.css"

interface BoardPlacesProps {
  readonly places: ScreenOverview["places"]
  readonly now: number
}

export function BoardPlaces({ places, now }: BoardPlacesProps) {
  // Drawn again with a new answer or a new page, and not every second.
  return <Places places={places} pageTime={now - (now % pageMs)} />
}

const Places = memo(function Places({
  places: { are, total, calm, items: all },
  pageTime,
}: {
  readonly places: ScreenOverview["places"]
  readonly pageTime: number
}) {
  const tiling = tilingFor(all.length)
  const { items, page, pages } = slowPage(
    all,
    tiling.columns * tiling.rows,
    pageTime,
    ({ level }) => level !== null,
  )
  const isSchools = are === "organisations"
  const size = { "--columns": tiling.columns, "--rows": tiling.rows } as CSSProperties
  return (
    <Panel
      title={isSchools ? "各单位状态" : "各楼宇状态"}
      total={total}
      page={page}
      pages={pages}
      note={
        <span className={css.legend}>
          <span className={css.fine}>正常 {calm}</span>
          <span className={css.troubled}>有预警 {total - calm}</span>
        </span>
      }
    >
      {items.length === 0 ? (
        <Calm icon="building" title={isSchools ? "暂无单位" : "暂无楼宇"} />
      ) : (
        <ul className={classes(css.places, tiling.rows > 7 && css.dense)} style={size}>
          {items.map((place) => (
            <Place key={place.id ?? "elsewhere"} place={place} />
          ))}
        </ul>
      )}
    </Panel>
  )
})

function Place({ place: { name, level, alarms, isDrilling, isSilent } }: { readonly place: ScreenPlace }) {
  const colour = level === null ? null : levelColour(level, "")
  return (
    <li
      className={classes(
        css.place,
        colour ? css.alarmed : isSilent ? css.silent : css.fine,
        colour !== null && levelClass(colour),
        isDrilling && css.drilling,
      )}
    >
      <span className={css.name}>{name}</span>
      {alarms > 0 ? (
        <b>{alarms}</b>
      ) : isSilent ? (
        <span className={css.small}>来源24小时无上报</span>
      ) : (
        <span className={css.small}>{isDrilling ? "演练中" : "正常"}</span>
      )}
    </li>
  )
}
