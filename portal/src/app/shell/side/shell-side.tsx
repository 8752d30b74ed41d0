import { useEffect, useState } from "react"
import { loadingMessages } from "@uc/contract/core/loading-messages"
import { reloadPage } from "../../../platform/http/load-chunk.ts"
import { browserStorage } from "../../../platform/session/storage.ts"
import { Button } from "../../../ui/forms/button.tsx"
import { classes } from "../../../ui/theme/classes.ts"
import { Icon } from "../../../ui/navigation/icon.tsx"
import { Stack } from "../../../ui/primitives/stack.tsx"
import type { LoadFailure, Loaded } from "../../loading/use-loaded.ts"
import type { LaterParts } from "../use-later-parts.ts"
import css from "./shell-side.module.css"

const key = "side-folded"

interface ShellSideProps {
  /** Until the menu is loaded its place is empty. */
  readonly loaded: Loaded<LaterParts>
}

/** 220 px with words, 64 px with icons; which one is remembered in this browser. */
export function ShellSide({ loaded }: ShellSideProps) {
  const [isFolded, setFolded] = useState(browserStorage.get(key) === "1")
  useEffect(() => {
    browserStorage.set(key, isFolded ? "1" : "0")
  }, [isFolded])
  return (
    <Stack fills as="nav" className={classes(css.side, isFolded && css.folded)} aria-label="功能菜单">
      <div className={css.scroll}>
        {loaded.at === "loaded" && <loaded.part.ShellMenu isFolded={isFolded} />}
        {loaded.at === "failed" && <NotLoaded failure={loaded.failure} />}
      </div>
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

/** BARE-2: without the file there is neither a menu nor a way to sign out. */
function NotLoaded({ failure: { needsReload, retry } }: { readonly failure: LoadFailure }) {
  return (
    <Stack gap={10} padX={10} padY={8} tone="soft" size={13} role="alert">
      <p>菜单加载失败</p>
      <Button onClick={() => (needsReload ? void reloadPage() : retry())}>
        {needsReload ? loadingMessages.reloadPage : "重试"}
      </Button>
    </Stack>
  )
}
