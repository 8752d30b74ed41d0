import type { ToldItem } from "@uc/contract/awareness/calls"
import { spokenSentence } from "@uc/contract/awareness/told"
import { useEffect, useRef } from "react"
import { createPortal } from "react-dom"
import { useMedia } from "../../ui/layout/use-media.ts"
import { useTyping } from "../../platform/browser/use-typing.ts"
import { useUser } from "../../platform/session/session.ts"
import { useTopDialog } from "../../ui/overlays/open-dialogs.ts"
import { classes } from "../../ui/theme/classes.ts"
import { isCardDismissed, useRoomForCards } from "../monitor/public.ts"
import { runTold } from "./run-told.ts"
import { ToldCards, ToldPill } from "./told-cards.tsx"
import { useIsHosted, useTold } from "./told-store.ts"
import css from "./told.module.css"

/** As the monitor's: from here up there is room for a column beside the page. */
const wide = "(min-width: 1600px)"

/** DAY-2: the cards of somebody without a monitor; where one runs, they stand in its dock. */
export function ToldDock() {
  const { items, total } = useTold()
  const user = useUser()
  const isHosted = useIsHosted()
  useEffect(() => runTold(), [])
  const open = items.filter((item) => user === null || !wasClosed(user.id, item))
  const [first] = open
  if (isHosted || !first) return null
  return <Frame items={open} first={first} more={total - items.length} />
}

/** DAY-4: closed in the monitor before it was switched off. A real emergency is shown until it is confirmed. */
function wasClosed(userId: string, { kind, code }: ToldItem): boolean {
  if (kind === "emergency") return false
  return isCardDismissed(userId, kind === "alarm" ? "warning" : "yuan", code)
}

interface FrameProps {
  readonly items: readonly ToldItem[]
  readonly first: ToldItem
  readonly more: number
}

/** Page and dialogs end where cards begin (decisions 061 and 074). */
function Frame({ items, first, more }: FrameProps) {
  const dock = useRef<HTMLElement>(null)
  const dialog = useTopDialog()
  const typing = useTyping()
  const isWide = useMedia(wide)
  const isShrunk = dialog === null && typing.isTyping
  const place = isShrunk ? "bar" : dialog !== null || !isWide ? "lines" : "column"
  useRoomForCards(dock, place)
  return createPortal(
    <aside
      ref={dock}
      className={classes(css.dock, place === "lines" && css.atFoot)}
      aria-label="待确认的预警和演练"
    >
      <p className="only-read-aloud" role="alert">
        {spokenSentence(first)}
        {first.remindedAt !== null && "，请尽快确认"}
      </p>
      {isShrunk ? (
        <ToldPill item={first} onPress={typing.end} />
      ) : (
        <ToldCards items={items} more={more} isLine={place === "lines"} />
      )}
    </aside>,
    dialog ?? document.body,
  )
}
