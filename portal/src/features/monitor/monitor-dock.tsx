import type { MonitorKind } from "@uc/contract/alarms/calls"
import { monitorMessages } from "@uc/contract/monitor/messages"
import { useEffect, useLayoutEffect, useRef, useSyncExternalStore } from "react"
import { createPortal, flushSync } from "react-dom"
import { useStore } from "zustand"
import { createStore } from "zustand/vanilla"
import { nowMs } from "../../platform/browser/clock.ts"
import { closeMonitor, type MonitorOrder } from "./monitor-client.ts"
import { onEvent } from "../../platform/realtime/events.ts"
import { tabLocks } from "../../platform/realtime/tab-locks.ts"
import { browserStorage } from "../../platform/session/storage.ts"
import { showToast } from "../../platform/browser/toast.ts"
import { sentenceOf } from "./alarm-labels.ts"
import { createListLoader } from "./request-lists.ts"
import { Freshness, OneArea } from "./freshness.tsx"
import { cardsOf, idOf, type MonitorEntry, type MonitorEvent } from "./monitor.ts"
import { MonitorBar } from "./monitor-bar.tsx"
import { MonitorCard } from "./monitor-card.tsx"
import { MonitorPanel } from "./monitor-panel.tsx"
import { createOutages } from "./outages.ts"
import { runMonitor, type RunningMonitor } from "./run-monitor.ts"
import { announce, loadSwitches } from "./switches.ts"
import { useTopDialog } from "../../ui/overlays/open-dialogs.ts"
import { Stack } from "../../ui/primitives/stack.tsx"
import { classes } from "../../ui/theme/classes.ts"
import css from "./monitor.module.css"

interface DockProps {
  readonly order: MonitorOrder
  readonly userId: string
}

function started({ order, userId }: DockProps): RunningMonitor {
  const { areaid, params } = order.options
  const name = `uc-monitor:${userId}:${areaid ?? ""}${params ? JSON.stringify(params) : ""}`
  const shownKey = (kind: MonitorKind) => `monitor-seen:${userId}:${kind}`
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
    memory: {
      get: (kind) => browserStorage.get(shownKey(kind)),
      set: (kind, id) => void browserStorage.set(shownKey(kind), id),
    },
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

/** The monitor, bottom right above every page. */
export function MonitorDock({ order, userId }: DockProps) {
  const { running } = useStore(runs)
  useEffect(() => begin({ order, userId }), [order, userId])
  return (
    running && (
      <OneArea value={order.options.areaid !== undefined}>
        <Dock running={running} userId={userId} />
      </OneArea>
    )
  )
}

interface RunningProps {
  readonly running: RunningMonitor
  readonly userId: string
}

function Dock({ running, userId }: RunningProps) {
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

  // Pages reserve space for the bar, so that it never covers their last line.
  useEffect(() => {
    document.documentElement.style.setProperty("--dock", "56px")
    return () => void document.documentElement.style.removeProperty("--dock")
  }, [])

  const isInDialog = monitor.at === "cards" && dialog !== null
  // After every drawing: there may be one line or two.
  useLayoutEffect(() => {
    if (!isInDialog) return
    const root = document.documentElement
    const makeRoom = () =>
      root.style.setProperty("--alarm-room", `${(dock.current?.offsetHeight ?? 0) + 16}px`)
    makeRoom()
    window.addEventListener("resize", makeRoom)
    return () => {
      window.removeEventListener("resize", makeRoom)
      root.style.removeProperty("--alarm-room")
    }
  })

  if (monitor.at === "off") return null
  const closeCard = (entry: MonitorEntry) => did({ type: "cardClosed", kind: entry.kind, id: idOf(entry) })
  const [spoken] = cardsOf(monitor)
  // A card stands inside an open dialog, where it can be seen and pressed, and leaves the focus where it is. There it is a line at
  // the foot of the screen, and dialogs end above it: an alarm is never hidden, and covers no button (decision 061).
  return createPortal(
    <aside ref={dock} className={classes(css.dock, isInDialog && css.lines)} aria-label="预警监测">
      {/* In the page before there is anything to say: a reader announces only what comes into one that it knows. */}
      <p className="only-read-aloud" role="alert">
        {spoken && `${sentenceOf(spoken).title}，${sentenceOf(spoken).body}`}
      </p>
      {monitor.at === "cards" && (
        <Stack gap={10} className={css.cards}>
          {monitor.cards.map((entry) => (
            <MonitorCard
              key={idOf(entry)}
              entry={entry}
              onClose={() => closeCard(entry)}
              onLook={() => {
                closeCard(entry)
                press(running, entry)
              }}
            />
          ))}
          <p className={css.foot}>
            <Freshness pace={pace} />
          </p>
        </Stack>
      )}
      {monitor.at === "bar" && (
        <MonitorBar
          lists={monitor.lists}
          pace={pace}
          onBadge={(tab) => did({ type: "badgePressed", tab })}
          onClose={() => {
            did({ type: "barClosed" })
            closeMonitor(userId)
            showToast("info", monitorMessages.closed)
          }}
        />
      )}
      {monitor.at === "panel" && (
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
