import { useEffect, useState } from "react"
import { browserStorage } from "../../../platform/session/storage.ts"
import { Button } from "../../../ui/forms/button.tsx"
import { classes } from "../../../ui/theme/classes.ts"
import { Icon } from "../../../ui/navigation/icon.tsx"
import { Stack } from "../../../ui/primitives/stack.tsx"
import { useTablet } from "../../../ui/layout/use-tablet.ts"
import type { LaterParts } from "../use-later-parts.ts"
import css from "./shell-side.module.css"

const key = "side-folded"

interface ShellSideProps {
  /** Null until the menu is loaded: its place is empty. */
  readonly later: LaterParts | null
  /** The whole menu, in the drawer. */
  readonly onMenu: () => void
}

/**
 * 220 px with words, 64 px with icons; which one is remembered in this browser. A tablet has no room for the words beside a page: there it
 * is always folded, and unfolded it is the drawer (BROWSER-19).
 */
export function ShellSide({ later, onMenu }: ShellSideProps) {
  const [wasFolded, setFolded] = useState(browserStorage.get(key) === "1")
  const isTablet = useTablet()
  const isFolded = wasFolded || isTablet
  useEffect(() => {
    browserStorage.set(key, wasFolded ? "1" : "0")
  }, [wasFolded])
  return (
    <Stack fills as="nav" className={classes(css.side, isFolded && css.folded)} aria-label="功能菜单">
      <div className={css.scroll}>{later && <later.ShellMenu isFolded={isFolded} />}</div>
      {isTablet ? (
        <Button look="text" className={css.fold} aria-haspopup="dialog" title="展开菜单" onClick={onMenu}>
          <Icon name="unfold" />
          <span className="only-read-aloud">展开菜单</span>
        </Button>
      ) : (
        <Button
          look="text"
          className={css.fold}
          aria-pressed={isFolded}
          onClick={() => setFolded(!isFolded)}
          title={isFolded ? "展开菜单" : "收起菜单"}
        >
          <Icon name={isFolded ? "unfold" : "fold"} />
          <span className={isFolded ? "only-read-aloud" : undefined}>收起菜单</span>
        </Button>
      )}
    </Stack>
  )
}
