import type { CompatStatement } from "@mdn/browser-compat-data"
import { compatAt, entryAt, isCommonToday, lackedBy, namesAt } from "./compat-data.ts"

/** Where objects that scripts find by a name of their own have their members. */
const instances: Readonly<Record<string, string>> = {
  window: "Window",
  self: "Window",
  globalThis: "Window",
  document: "Document",
  navigator: "Navigator",
  crypto: "Crypto",
  performance: "Performance",
  history: "History",
  location: "Location",
  screen: "Screen",
  localStorage: "Storage",
  sessionStorage: "Storage",
}

/** Objects that pages have in hand without naming them: of all others a name that is no call is most likely one of our own. */
const everydayObjects = new Set(
  `AbortController AbortSignal Blob CSSStyleSheet ClipboardItem DataTransfer Document DOMRect DOMTokenList Element ElementInternals
   Event EventTarget File FormData Headers HTMLButtonElement HTMLDialogElement HTMLElement HTMLFormElement HTMLImageElement
   HTMLInputElement HTMLLinkElement HTMLScriptElement HTMLSelectElement HTMLTextAreaElement IntersectionObserver KeyboardEvent
   MouseEvent MutationObserver Node NodeList PointerEvent Range ReadableStream Request ResizeObserver Response Selection ShadowRoot
   SVGElement TouchEvent URL URLSearchParams Window Worker`.split(/\s+/),
)

interface Member {
  readonly compat: CompatStatement
  readonly isScript: boolean
  readonly isEveryday: boolean
}

/** Every member of every object by its name alone: what `.name` may be, where nobody knows the object. */
function membersByName(): Map<string, Member[]> {
  const found = new Map<string, Member[]>()
  const builtins = ["javascript", "builtins"]
  const owners = [
    ...namesAt(builtins).map((name) => [...builtins, name]),
    ...namesAt([...builtins, "Intl"]).map((name) => [...builtins, "Intl", name]),
    ...namesAt(["api"]).map((name) => ["api", name]),
  ]
  for (const owner of owners)
    for (const written of namesAt(owner)) {
      const compat = compatAt([...owner, written])
      // An event is listened to by name and never comes where it is unknown; a static one has its object before it.
      if (compat === undefined || /_event$|_static$/.test(written)) continue
      const isScript = owner[0] === "javascript"
      const isEveryday = everydayObjects.has(owner[1] ?? "")
      found.set(written, [...(found.get(written) ?? []), { compat, isScript, isEveryday }])
    }
  return found
}

const members = membersByName()

/** What the floor lacks of `object.name`, `object` being known; undefined: the data know no such member. */
function lackedOf(object: string, name: string): string[] | undefined {
  const owner = instances[object] ?? object
  const compat =
    compatAt(["javascript", "builtins", owner, name]) ??
    compatAt(["api", owner, `${name}_static`]) ??
    compatAt(["api", owner, name]) ??
    (owner === "Window" ? (compatAt(["javascript", "builtins", name]) ?? compatAt(["api", name])) : undefined)
  return compat && lackedBy(compat)
}

/**
 * `object` is a name where one stands, else null. By its name alone a member is lacking where no object of the floor has one of that
 * name; what no browser of today has in common is somebody's own name.
 */
export function lackedMember(object: string | null, name: string, isCalled: boolean): readonly string[] {
  const exactly = object === null ? undefined : lackedOf(object, name)
  if (exactly !== undefined) return exactly
  const known = members.get(name) ?? []
  if (known.some(({ compat }) => lackedBy(compat).length === 0)) return []
  const likely = known.find(
    ({ compat, isScript, isEveryday }) => (isScript || isEveryday || isCalled) && isCommonToday(compat),
  )
  return likely && !Object.hasOwn(Object.prototype, name) ? lackedBy(likely.compat) : []
}

/** Options of methods, by both names: `addEventListener` and `signal`. */
function optionsByName(): Map<string, CompatStatement> {
  const found = new Map<string, CompatStatement>()
  for (const owner of namesAt(["api"]))
    for (const method of namesAt(["api", owner]))
      for (const below of [[], ["options_parameter"]]) {
        const place = ["api", owner, method, ...below]
        for (const written of namesAt(place)) {
          const option = /^(?:options_(\w+)_parameter|(\w+)_option)$/.exec(written)
          const compat = compatAt([...place, written])
          if (option && compat && isCommonToday(compat))
            found.set(`${method} ${option[1] ?? option[2] ?? ""}`, compat)
        }
      }
  return found
}

const options = optionsByName()

/** What the floor lacks of an option of a method, whoever has such a method: `addEventListener(…, { signal })`. */
export function lackedOption(method: string, option: string): readonly string[] {
  const compat = options.get(`${method} ${option}`)
  return compat ? lackedBy(compat) : []
}

/** `{ aspectRatio: … }`, as React takes it. One word alone is most likely no style. */
export function lackedStyle(key: string): readonly string[] {
  if (!/^[a-z]+[A-Z]/.test(key)) return []
  const compat = compatAt([
    "css",
    "properties",
    key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`),
  ])
  return compat && isCommonToday(compat) ? lackedBy(compat) : []
}

/** What the floor lacks of a name that is declared nowhere. */
export function lackedGlobal(name: string): readonly string[] {
  const compat =
    compatAt(["javascript", "builtins", name]) ?? compatAt(["api", name]) ?? compatAt(["api", "Window", name])
  return compat ? lackedBy(compat) : []
}

export function isGlobal(name: string): boolean {
  return (
    name in instances ||
    compatAt(["javascript", "builtins", name]) !== undefined ||
    entryAt(["api", name]) !== undefined
  )
}
