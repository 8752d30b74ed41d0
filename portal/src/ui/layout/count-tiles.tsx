import { classes } from "../theme/classes.ts"
import { Icon, type IconName } from "../navigation/icon.tsx"
import css from "./count-tiles.module.css"

interface CountTile {
  readonly key: string
  readonly icon: IconName
  readonly words: string
  /** Null: unknown, shown as a dash and never as zero. */
  readonly count: string | null
  readonly tone: "faint" | "brand" | "danger"
  /** Whether the list shows exactly these. */
  readonly isOn: boolean
  readonly onPress: () => void
}

/** Counts independent of the filters; a press filters the list by one. */
export function CountTiles({
  label,
  tiles,
}: {
  readonly label: string
  readonly tiles: readonly CountTile[]
}) {
  return (
    <div
      className={classes(css.tiles, tiles.length % 3 === 0 && css.inThrees)}
      role="group"
      aria-label={label}
    >
      {tiles.map(({ key, icon, words, count, tone, isOn, onPress }) => (
        <button
          key={key}
          type="button"
          className={classes(css.tile, tone === "brand" && css.brand, tone === "danger" && css.danger)}
          aria-pressed={isOn}
          onClick={onPress}
        >
          <Icon name={icon} />
          <span className={css.words}>{words}</span>
          <strong>{count ?? "—"}</strong>
        </button>
      ))}
    </div>
  )
}
