import { useEffect, useState } from "react"
import { browserStorage } from "../../../platform/session/storage.ts"
import { Button } from "../../../ui/forms/button.tsx"
import { classes } from "../../../ui/theme/classes.ts"
import { Icon } from "../../../ui/navigation/icon.tsx"
import { Stack } from "../../../ui/primitives/stack.tsx"
import type { LaterParts } from "../use-later-parts.ts"
import css from "./shell-side.module.css"

const key = "side-folded"

interface ShellSideProps {
  /** Null until the menu is loaded: its place is empty. */
  readonly later: LaterParts | null
}

/** 220 px with words, 64 px with icons; which one is remembered in this browser. */
export function ShellSide({ later }: ShellSideProps) {
  const [isFolded, setFolded] = useState(browserStorage.get(key) === "1")
  useEffect(() => {
    browserStorage.set(key, isFolded ? "1" : "0")
  }, [isFolded])
  return (
    <Stack fills as="nav" className={classes(css.side, isFolded && css.folded)} aria-label="功能菜单">
      <div className={css.scroll}>{later && <later.ShellMenu isFolded={isFolded} />}</div>
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
    </Stack>
  )
}
