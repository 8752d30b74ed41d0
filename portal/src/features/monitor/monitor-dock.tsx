import { spokenSentence } from "@uc/contract/awareness/told"
import { monitorMessages } from "@uc/contract/monitor/messages"
import { watches } from "@uc/contract/monitor/options"
import { useEffect, useRef, useState, useSyncExternalStore } from "react"
import { createPortal, flushSync } from "react-dom"
import { useStore } from "zustand"
import { createStore } from "zustand/vanilla"
import { nowMs } from "../../platform/browser/clock.ts"
import { closeMonitor, type MonitorOrder } from "./monitor-client.ts"
import { onEvent } from "../../platform/realtime/events.ts"
import { tabLocks } from "../../platform/realtime/tab-locks.ts"
import { showToast } from "../../platform/browser/toast.ts"
import { useUser } from "../../platform/session/session.ts"
import { useNow } from "../../platform/browser/use-now.ts"
import { useMedia } from "../../ui/layout/use-media.ts"
import { usePhone } from "../../ui/layout/use-phone.ts"
import { useTyping } from "../../platform/browser/use-typing.ts"
import { besideMonitor, ToldCards, ToldPill, useHostsTold, useTold, type Told } from "../awareness/public.ts"
import { sentenceOf } from "./alarm-labels.ts"
import { createListLoader, useEmergencies } from "./request-lists.ts"
import { Freshness, OneArea } from "./freshness.tsx"
import { cardsInView, confirmedCards, isOver, withoutCard } from "./card-rules.ts"
import { cardsOf, type Monitor, type MonitorEvent } from "./monitor.ts"
import { cardKey, entriesOf, idOf, type MonitorEntry } from "./monitor-entry.ts"
import { MonitorBar } from "./monitor-bar.tsx"
import { MonitorCard } from "./monitor-card.tsx"
import { MonitorPanel } from "./monitor-panel.tsx"
import { createOutages } from "./outages.ts"
import { isInterrupted, type Pace } from "./poll-interval.ts"
import { runMonitor, type RunningMonitor } from "./run-monitor.ts"
import { announce, dismissedCards, loadSwitches } from "./switches.ts"
import { useRoomForCards } from "./use-room-for-cards.ts"
import { useTopDialog } from "../../ui/overlays/open-dialogs.ts"
import { Button } from "../../ui/forms/button.tsx"
import { Stack } from "../../ui/primitives/stack.tsx"
import { classes } from "../../ui/theme/classes.ts"
import css from "./monitor.module.css"

/** From here up there is room for a column beside the page. */
const wide = "(min-width: 1600px)"

interface DockProps {
  readonly order: MonitorOrder
  readonly userId: string
}

function started({ order, userId }: DockProps): RunningMonitor {
  const { areaid, params } = order.options
  const name = `uc-monitor:${userId}:${areaid ?? ""}${params ? JSON.stringify(params) : ""}`
  loadSwitches(userId)
  const running: RunningMonitor = runMonitor({
    order,
    name,
    ask: createListLoader({
      areaid,
      params,
      outages: createOutages((words) => showToast("error", words)),
      nowMs,
    }),
    listen: listenForEntries,
    locks: tabLocks(),
    channel: typeof BroadcastChannel === "undefined" ? null : new BroadcastChannel(name),
    memory: dismissedCards(userId),
    onNew: (entry) => announce(entry, sentenceOf(entry), idOf(entry), () => press(running, entry)),
    nowMs,
    chance: Math.random,
  })
  return running
}

function listenForEntries(onNew: () => void): () => void {
  const stops = [onEvent("alarms", onNew), onEvent("drills", onNew)]
  return () => stops.forEach((stop) => stop())
}

/** WARN-5. The function may be another page's. */
function press(running: RunningMonitor, { item, kind }: MonitorEntry): void {
  const { monitor } = running.watched()
  if (monitor.at === "off") return
  try {
    monitor.callback?.(item, kind)
  } catch (error) {
    console.error(error)
  }
}

/** There is one in a document. */
const runs = createStore<{ readonly running: RunningMonitor | null }>(() => ({ running: null }))

function begin(props: DockProps): () => void {
  const running = started(props)
  runs.setState({ running })
  return () => {
    running.stop()
    runs.setState({ running: null })
  }
}

/** The monitor, beside or below every page. */
export function MonitorDock({ order, userId }: DockProps) {
  const { running } = useStore(runs)
  useEffect(() => begin({ order, userId }), [order, userId])
  return (
    running && (
      <OneArea value={order.options.areaid !== undefined}>
        <Dock running={running} userId={userId} areaid={order.options.areaid} />
      </OneArea>
    )
  )
}

interface RunningProps {
  readonly running: RunningMonitor
  readonly userId: string
  readonly areaid: string | undefined
}

function Dock({ running, userId, areaid }: RunningProps) {
  const { monitor, pace } = useSyncExternalStore(running.subscribe, running.watched)
  const dialog = useTopDialog()
  const dock = useRef<HTMLElement>(null)
  /** The focus moves only when the person has closed something. */
  function did(event: MonitorEvent): void {
    const hasFocus = dock.current?.contains(document.activeElement) ?? false
    flushSync(() => running.happened(event))
    if (!hasFocus || event.type === "tabChosen") return
    const next = dock.current?.querySelector<HTMLElement>('[role="tab"][tabindex="0"]')
    ;(next ?? dock.current?.querySelector("button"))?.focus()
  }

  const emergencies = useEmergencies(areaid)
  useHostsTold(monitor.at !== "off")
  const told = useTold()
  const isLoaded = monitor.at !== "off" && monitor.lists.warning !== null
  const isWatching = useIsWatching()
  const beside = besideMonitor({
    // Until the monitor has answered nobody knows which of them it shows.
    items:
      !isWatching || isLoaded || isInterrupted(pace, nowMs())
        ? told.items
        : told.items.filter(({ kind }) => kind === "emergency"),
    isWatching,
    seen: seenIn(monitor),
    nowMs: nowMs(),
  })
  const [isWhole, setWhole] = useState(false)
  useClosedWhenConfirmed(running, told.confirmed)
  const typing = useTyping()
  const isWide = useMedia(wide)
  const isPhone = usePhone()
  const hasCards = monitor.at === "cards" || (monitor.at !== "off" && beside.length > 0)
  const isInDialog = hasCards && dialog !== null
  // In a dialog they stay lines: there they cover nothing either, and most dialogs begin in a text field (decision 061).
  const isShrunk = hasCards && !isInDialog && typing.isTyping
  const small = monitor.at === "panel" && dialog === null ? "panel" : "bar"
  const place = !hasCards || isShrunk ? small : isInDialog || !isWide ? "lines" : "column"
  useRoomForCards(dock, place)

  if (monitor.at === "off") return null
  const closeCard = (entry: MonitorEntry) => did({ type: "cardClosed", kind: entry.kind, id: idOf(entry) })
  const cards = cardsOf(monitor)
  const inView = cardsInView(cards, monitor.lastShown.warning, isPhone)
  const unseen = withoutCard(
    entriesOf("warning", monitor.lists),
    monitor.dismissed,
    new Set([...cards.map(idOf), ...beside.map(({ code }) => code)]),
  )
  const more = inView.more + unseen.length
  // The newest, also where a graver one stands before it.
  const spoken = cards.find((card) => idOf(card) === monitor.lastShown.warning) ?? cards[0]
  const [firstBeside] = beside
  // A card stands inside an open dialog, where it can be seen and pressed, and leaves the focus where it is. Page and dialogs end where
  // cards begin: an alarm is never hidden, and covers no button (decisions 061 and 074).
  return createPortal(
    <aside
      ref={dock}
      className={classes(css.dock, place === "lines" && css.lines, isInDialog && css.inDialog)}
      aria-label="预警监测"
    >
      {/* In the page before there is anything to say: a reader announces only what comes into one that it knows. */}
      <p className="only-read-aloud" role="alert">
        {spoken && `${sentenceOf(spoken).title}，${sentenceOf(spoken).body}`}
      </p>
      {firstBeside && (
        <>
          <p className="only-read-aloud" role="alert">
            {spokenSentence(firstBeside)}
          </p>
          {isShrunk ? (
            <ToldPill item={firstBeside} onPress={typing.end} />
          ) : (
            <ToldCards items={beside} more={0} isLine={place === "lines"} />
          )}
        </>
      )}
      {monitor.at === "cards" && !isShrunk && (
        <Stack gap={10} className={classes(css.cards, isWhole && css.many)}>
          {more > 0 && (
            <Button look="plain" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
              {isWhole ? monitorMessages.fewerCards : monitorMessages.moreCards(more)}
            </Button>
          )}
          {(isWhole ? [...cards, ...unseen] : inView.shown).map((entry) => (
            <MonitorCard
              key={idOf(entry)}
              entry={entry}
              told={told.items.find(({ code }) => code === idOf(entry)) ?? null}
              onClose={() => closeCard(entry)}
              onLook={() => {
                closeCard(entry)
                press(running, entry)
              }}
            />
          ))}
          <Foot pace={pace} />
        </Stack>
      )}
      {((monitor.at === "bar" && !isInDialog) || (monitor.at === "cards" && isShrunk)) && (
        <MonitorBar
          lists={monitor.lists}
          emergencies={emergencies ?? 0}
          pace={pace}
          waiting={cards[0] ?? null}
          unconfirmed={unseen.length}
          onCards={typing.end}
          onBadge={(tab) => (isShrunk ? typing.end() : did({ type: "badgePressed", tab }))}
          onSwitchOff={() => {
            did({ type: "barClosed" })
            const undo = closeMonitor(userId)
            showToast("info", monitorMessages.closed, { label: monitorMessages.undoClose, onPress: undo })
          }}
        />
      )}
      {monitor.at === "panel" && !isInDialog && (
        <MonitorPanel
          lists={monitor.lists}
          pace={pace}
          tab={monitor.tab}
          onTab={(tab) => did({ type: "tabChosen", tab })}
          onCollapse={() => did({ type: "panelCollapsed" })}
          onPress={(entry) => press(running, entry)}
        />
      )}
    </aside>,
    isInDialog ? dialog : document.body,
  )
}

/** What the monitor shows or has shown: no second card is needed. */
function seenIn(monitor: Monitor): ReadonlySet<string> {
  if (monitor.at === "off") return new Set()
  const over = entriesOf("warning", monitor.lists).filter((entry) => isOver(entry, monitor.dismissed))
  return new Set([
    ...[...cardsOf(monitor), ...over].map(idOf),
    ...monitor.dismissed.map((key) => key.slice(cardKey("warning", "").length)),
  ])
}

/** DAY-4: what its person has confirmed on another device has no card here. */
function useClosedWhenConfirmed(running: RunningMonitor, confirmed: Told["confirmed"]): void {
  useEffect(() => {
    for (const card of confirmedCards(cardsOf(running.watched().monitor), confirmed))
      running.happened({ type: "cardClosed", kind: card.kind, id: idOf(card) })
  })
}

/** Whoever watches has the monitor's own cards. */
function useIsWatching(): boolean {
  const user = useUser()
  return user !== null && watches(user)
}

/** Below cards; where there is room for lines alone, an interruption is still told. */
function Foot({ pace }: { readonly pace: Pace }) {
  return (
    <p className={classes(css.foot, isInterrupted(pace, useNow()) && css.broken)}>
      <Freshness pace={pace} />
    </p>
  )
}
