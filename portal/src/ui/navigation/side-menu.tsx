import { useEffect, useRef, useState, type KeyboardEvent } from "react"
import { Link } from "./link.tsx"
import { classes } from "../theme/classes.ts"
import { CountBadge, type Badge } from "../marks/count-badge.tsx"
import { Icon, type IconName } from "./icon.tsx"
import { scrollToShow } from "./scroll-to-show.ts"
import css from "./side-menu.module.css"

export interface SideEntry {
  readonly key: string
  readonly label: string
  readonly icon: IconName
  /** None: the entry only opens its branch. */
  readonly to: string | null
  /** `to` is an address of another site: opened in a window of its own, which learns nothing of this one. */
  readonly isElsewhere?: boolean
  readonly isBroken: boolean
  /** The count behind it; of a branch, of all below it. */
  readonly badge?: Badge | undefined
  readonly children: readonly SideEntry[]
}

interface SideMenuProps {
  readonly entries: readonly SideEntry[]
  /** The key of the page that is open, if it stands here. */
  readonly current: string | null
  /** The keys of the branches that it belongs to, top first. */
  readonly holding: readonly string[]
  readonly isFolded: boolean
  /** The branches that were opened (true) or closed by hand earlier. */
  readonly remembered?: Readonly<Record<string, boolean>>
  readonly onToggle?: (key: string, isOpen: boolean) => void
  readonly onFollow?: () => void
}

/** The branches that are open at first: those of the current page, but for one that was closed by hand. */
function openAtFirst(trail: readonly string[], remembered: Readonly<Record<string, boolean>>): Set<string> {
  const opened = Object.keys(remembered).filter((key) => remembered[key])
  return new Set([...trail.filter((key) => remembered[key] !== false), ...opened])
}

/** A disclosure navigation: every entry by Tab, arrows as a shortcut, right and left open and close a branch. */
export function SideMenu(props: SideMenuProps) {
  const { entries, current, holding, isFolded, remembered = {}, onToggle, onFollow } = props
  const trail = current === null ? holding : [...holding, current]
  const [opened, setOpened] = useState<ReadonlySet<string>>(() => openAtFirst(trail, remembered))
  const [flown, setFlown] = useState<{ readonly key: string; readonly topPx: number } | null>(null)
  const menu = useRef<HTMLUListElement>(null)
  const trailText = trail.join(" ")
  const [shownTrail, setShownTrail] = useState(trailText)

  // The current page is always visible: its branch opens and it comes into view.
  if (trailText !== shownTrail) {
    setShownTrail(trailText)
    setFlown(null)
    setOpened(new Set([...opened, ...trail]))
  }
  useEffect(() => {
    if (shownTrail === "") return
    // In the next frame: here it would force a layout of the whole page before it is drawn.
    const frame = requestAnimationFrame(() =>
      scrollToShow(menu.current?.querySelector('[aria-current="page"]')),
    )
    return () => cancelAnimationFrame(frame)
  }, [shownTrail])

  function toggle(key: string, isOpen = !opened.has(key)) {
    onToggle?.(key, isOpen)
    setOpened((before) => {
      const after = new Set(before)
      if (isOpen) after.add(key)
      else after.delete(key)
      return after
    })
  }

  function onKey(event: KeyboardEvent<HTMLUListElement>) {
    if (event.key === "Escape" && flown) {
      event.stopPropagation()
      setFlown(null)
      return
    }
    const stops = [...event.currentTarget.querySelectorAll<HTMLElement>("[data-entry]")]
    const at = stops.findIndex((stop) => stop === document.activeElement)
    const stop = stops[at]
    if (!stop) return
    const branch = stop.dataset["branch"]
    if (event.key === "ArrowDown") stops[at + 1]?.focus()
    else if (event.key === "ArrowUp") stops[at - 1]?.focus()
    else if (event.key === "Home") stops[0]?.focus()
    else if (event.key === "End") stops.at(-1)?.focus()
    else if (event.key === "ArrowRight" && branch) toggle(branch, true)
    else if (event.key === "ArrowLeft" && branch) toggle(branch, false)
    else return
    event.preventDefault()
  }

  function fly(key: string, beside: Element) {
    const { top } = beside.getBoundingClientRect()
    setFlown({ key, topPx: Math.max(8, Math.min(top - 8, innerHeight - 320)) })
  }

  /** A branch in a flyout is shown whole. */
  function drawn(list: readonly SideEntry[], place: "top" | "below" | "flyout") {
    return list.map((entry) => {
      const isBranch = entry.children.length > 0
      const isOpen = place === "flyout" || opened.has(entry.key)
      const hasToggle = isBranch && entry.to !== null && place !== "flyout"
      const isCurrent = entry.key === current
      const look = classes(
        css.entry,
        trail.includes(entry.key) && css.holds,
        isCurrent && css.current,
        hasToggle && css["has-toggle"],
        entry.isBroken && css.broken,
      )
      const label = (
        <>
          {place === "top" && <Icon name={entry.isBroken ? "caution" : entry.icon} />}
          <span className={css.words}>{entry.label}</span>
          {/* An open branch shows the counts of its entries. */}
          {entry.badge && !(isBranch && isOpen) && <CountBadge badge={entry.badge} className={css.badge} />}
        </>
      )
      const marks = { "data-entry": "", "data-branch": isBranch ? entry.key : undefined, className: look }
      return (
        <li key={entry.key}>
          <div className={css.row}>
            {entry.to === null ? (
              <button type="button" {...marks} aria-expanded={isOpen} onClick={() => toggle(entry.key)}>
                {label}
                <span className={css.chevron}>
                  <Icon name="right" sizePx={14} />
                </span>
              </button>
            ) : entry.isElsewhere ? (
              <a
                href={entry.to}
                target="_blank"
                rel="noopener noreferrer"
                title={entry.label}
                {...marks}
                onClick={onFollow}
              >
                {label}
              </a>
            ) : (
              <Link
                to={entry.to}
                title={entry.label}
                aria-current={isCurrent ? "page" : undefined}
                {...marks}
                onClick={onFollow}
              >
                {label}
              </Link>
            )}
            {hasToggle && (
              <button
                type="button"
                className={css.toggle}
                aria-expanded={isOpen}
                aria-label={`${isOpen ? "收起" : "展开"}${entry.label}`}
                onClick={() => toggle(entry.key)}
              >
                <Icon name="right" sizePx={14} />
              </button>
            )}
          </div>
          {isBranch && isOpen && (
            <ul className={css.level}>{drawn(entry.children, place === "top" ? "below" : place)}</ul>
          )}
        </li>
      )
    })
  }

  if (!isFolded)
    return (
      // The arrows are a shortcut beside Tab.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
      <ul ref={menu} className={css.menu} onKeyDown={onKey}>
        {drawn(entries, "top")}
      </ul>
    )

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <ul
      ref={menu}
      className={classes(css.menu, css.folded)}
      onKeyDown={onKey}
      onMouseLeave={() => setFlown(null)}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) setFlown(null)
      }}
    >
      {entries.map((entry) => {
        const isFlown = flown?.key === entry.key
        return (
          // The button inside does the same for a press and a key.
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
          <li key={entry.key} onMouseEnter={(event) => fly(entry.key, event.currentTarget)}>
            <button
              type="button"
              data-entry=""
              className={classes(css.entry, trail[0] === entry.key && css.current)}
              aria-label={
                entry.badge ? `${entry.label}，${entry.badge.text}${entry.badge.words}` : entry.label
              }
              aria-expanded={isFlown}
              onClick={(event) => {
                // A pointer has opened it by hovering; only a key press closes it.
                if (isFlown && event.detail === 0) setFlown(null)
                else fly(entry.key, event.currentTarget)
              }}
            >
              <Icon name={entry.icon} sizePx={20} />
              {entry.badge && <span className={css.dot} aria-hidden="true" />}
            </button>
            {isFlown && (
              <div className={css.flyout} style={{ top: flown.topPx }}>
                <p className={css.title}>{entry.label}</p>
                <ul className={css.menu}>{drawn(unfolded(entry), "flyout")}</ul>
              </div>
            )}
          </li>
        )
      })}
    </ul>
  )
}

/** In a flyout a branch shows its own page first, then what is below it. */
function unfolded(entry: SideEntry): readonly SideEntry[] {
  return entry.to === null
    ? entry.children
    : [{ ...entry, label: `${entry.label}总览`, badge: undefined, children: [] }, ...entry.children]
}
