import type { MonitorKind } from "@uc/contract/alarms/calls"
import { monitorMessages } from "@uc/contract/monitor/messages"
import { z } from "zod"
import { createStore } from "zustand/vanilla"
import { useStore } from "zustand"
import { browserStorage, readJson } from "../../platform/session/storage.ts"
import { showToast } from "../../platform/browser/toast.ts"
import { ring, sampleOf } from "./alarm-sound.ts"
import { cardKey, type MonitorEntry } from "./monitor-entry.ts"

/** WARN-8: both are off until the person agrees, and remembered for them on this browser. */
interface Switches {
  readonly hasSound: boolean
  readonly hasNotifications: boolean
}

const keyOf = (userId: string) => `monitor-switches:${userId}`

function read(userId: string): Switches {
  const kept = readJson(browserStorage, keyOf(userId))
  const is = (name: keyof Switches) =>
    typeof kept === "object" && kept !== null && (kept as Partial<Switches>)[name] === true
  return {
    hasSound: is("hasSound"),
    // A permission withdrawn in the browser switches it off.
    hasNotifications: is("hasNotifications") && permission() === "granted",
  }
}

/** Browsers have them only on sites with TLS. */
function permission(): NotificationPermission | "missing" {
  return typeof Notification === "undefined" ? "missing" : Notification.permission
}

export function canNotify(): boolean {
  return permission() !== "missing"
}

const store = createStore<{ readonly userId: string; readonly switches: Switches }>(() => ({
  userId: "",
  switches: { hasSound: false, hasNotifications: false },
}))

export function loadSwitches(userId: string): void {
  store.setState({ userId, switches: read(userId) })
}

function keep(changed: Partial<Switches>): void {
  const { userId } = store.getState()
  const switches = { ...read(userId), ...changed }
  browserStorage.set(keyOf(userId), JSON.stringify(switches))
  store.setState({ switches })
}

export function useSwitches(): Switches {
  return useStore(store, ({ switches }) => switches)
}

export function switchSound(isOn: boolean): void {
  keep({ hasSound: isOn })
  // The sound is played once, and the browser takes the press as its permission.
  if (isOn) ring(sampleOf("warning"))
}

export async function switchNotifications(isOn: boolean): Promise<void> {
  if (isOn && (await Notification.requestPermission()) !== "granted") {
    showToast("warning", monitorMessages.notificationsRefused)
    return
  }
  keep({ hasNotifications: isOn })
}

export interface Summary {
  readonly title: string
  readonly body: string
}

/** In the leading tab only. Another tab may have changed the switch. */
export function announce(
  entry: MonitorEntry,
  { title, body }: Summary,
  tag: string,
  onPress: () => void,
): void {
  const { hasSound, hasNotifications } = read(store.getState().userId)
  if (hasSound) ring(sampleOf(entry.kind))
  if (!hasNotifications) return
  try {
    const notification = new Notification(title, { body, tag, requireInteraction: entry.kind === "warning" })
    notification.addEventListener("click", () => {
      window.focus()
      notification.close()
      onPress()
    })
  } catch (error) {
    // Phones grant the permission but need a service worker for it.
    console.warn(error)
  }
}

/** The oldest are forgotten: their alarms are long over. */
const dismissedAtMost = 200

const Keys = z.array(z.string())

/** DAY-4: cards that somebody has closed, remembered for them in this browser: a new page or tab does not show them again. */
export function dismissedCards(userId: string) {
  const key = `monitor-dismissed:${userId}`
  function dismissed(): readonly string[] {
    return Keys.safeParse(readJson(browserStorage, key)).data ?? []
  }
  return {
    dismissed,
    dismiss(card: string): void {
      const cards = [...dismissed().filter((each) => each !== card), card].slice(-dismissedAtMost)
      browserStorage.set(key, JSON.stringify(cards))
    },
  }
}

/** Whether its person has closed the monitor's card of an alarm or a drill in this browser. */
export function isCardDismissed(userId: string, kind: MonitorKind, id: string): boolean {
  return dismissedCards(userId).dismissed().includes(cardKey(kind, id))
}
