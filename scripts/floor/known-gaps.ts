/** What the built files name although browsers of the floor lack it, each with why it does no harm. One that is not used any more fails. */
type Gaps = Readonly<Record<string, string>>

/** portal/src/boot/missing-functions.js adds them. Not for the script of hosted pages, which runs without it. */
export const addedFunctions = [
  "Array.prototype.at",
  "Array.prototype.findLast",
  "Array.prototype.findLastIndex",
  "Array.prototype.toReversed",
  "Array.prototype.toSorted",
  "Array.prototype.toSpliced",
  "Array.prototype.with",
  "Object.hasOwn",
  "URL.canParse",
  "AbortSignal.abort",
] as const

/** As the scan names it: members of values by their names alone. */
export function scannedName(added: string): string {
  return added.replace(/^\w+\.prototype/, "")
}

const asked = "asked for before it is used"
const ownName = "a name of our own or of a library, not the browser's"
const inTransition = "only during a view transition of React, and we start none"
const reactProperty = "a property of React's own elements"

export const scriptGaps: Gaps = {
  '":popover-open"': "toast-host.tsx, only after asking for showPopover",
  ".popover": "toast-host.tsx, only after asking for showPopover; a property of React's own elements",
  ".hidePopover": "toast-host.tsx, only after asking for showPopover",
  ".showPopover": "toast-host.tsx and use-popup.ts, only where it is there",
  BarcodeDetector: asked,
  Notification: asked,
  "Notification.permission": "after asking for Notification",
  "Notification.requestPermission": "after asking for Notification",
  cancelIdleCallback: "when-idle.ts, after asking for requestIdleCallback",
  "navigator.wakeLock": "keep-awake.ts, only where it is there",
  requestIdleCallback: asked,
  reportError: asked,
  scheduler: ownName,
  trustedTypes: asked,
  navigation: asked,
  setImmediate: asked,
  "navigator.connection": asked,
  "Error.captureStackTrace": asked,
  ".stackTraceLimit": "a number that only Chromium reads",
  ".cause": "undefined where an error does not carry it",
  "Uint8Array.fromHex": asked,
  ".toHex": asked,
  ".caretPositionFromPoint": asked,
  ".caretRangeFromPoint": asked,
  ".getComposedRanges": asked,
  ".createHTML": "after asking for trustedTypes",
  ".createPolicy": "after asking for trustedTypes",
  "focus({ preventScroll })": "without it the page scrolls to what gets the focus",
  ".imageSizes": reactProperty,
  ".fetchPriority": reactProperty,
  ".movementX": "React looks whether the event has it",
  ".movementY": "React looks whether the event has it",
  ".skipTransition": "of what startViewTransition has given",
  ".startViewTransition": "React tries it and goes on without, the router asks first; we start none",
  ViewTransition: "only a text in React's code",
  '":view-transition"': inTransition,
  '":view-transition-group"': inTransition,
  Profiler: ownName,
  Rect: ownName,
  restore: ownName,
  '":right"': ownName,
  '":selection"': "style sheets of react-draggable and ProseMirror; without it marked text keeps its colour",
  ".bytes": ownName,
  ".command": ownName,
  ".configure": ownName,
  ".createView": ownName,
  ".destroy": ownName,
  ".draw": ownName,
  ".drop": ownName,
  ".getHTML": ownName,
  ".getName": ownName,
  ".getSize": ownName,
  ".getType": ownName,
  ".isActive": ownName,
  ".isError": ownName,
  ".move": ownName,
  ".notify": ownName,
  ".resize": ownName,
  ".role": ownName,
  ".segment": ownName,
  ".selectRange": ownName,
  ".states": ownName,
  ".subscribe": ownName,
  ".take": ownName,
  ".toArray": ownName,
  ".union": ownName,
  ".wait": ownName,
}

const looksOnly = "only how it looks"
const inGrids = "grids have known it since they exist; in a flex box of one line it does nothing"

/** A property alone stands for all its values. */
export const sheetGaps: Gaps = {
  "@media (forced-colors)": "the mode came with it",
  "accent-color": looksOnly,
  "align-content: start": inGrids,
  "align-self: start": inGrids,
  "place-content: start": inGrids,
  "contain-intrinsic-size": "belongs to content-visibility",
  "content-visibility": "saves work, shows the same",
  cursor: "a finger has no pointer",
  "forced-color-adjust": "belongs to the mode, and Firefox keeps the system's colours without it",
  "font-family: ui-monospace": "others follow in the list",
  "overscroll-behavior": "without it the page scrolls on at the end of a list",
  resize: "a telephone has no handle for it",
  "scrollbar-gutter": looksOnly,
  "scrollbar-width": looksOnly,
  "text-size-adjust": "only telephones enlarge text by themselves, and theirs has a prefix",
}
