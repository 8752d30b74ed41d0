interface Key {
  readonly key: string
  readonly code: string
  /** Windows' number of the key, which the debugging protocol wants. */
  readonly number: number
  /** How W3C WebDriver writes it. */
  readonly w3c: string
  readonly text?: string
}

const named: Readonly<Record<string, Key>> = {
  Enter: { key: "Enter", code: "Enter", number: 13, w3c: "\uE007", text: "\r" },
  Tab: { key: "Tab", code: "Tab", number: 9, w3c: "\uE004" },
  Escape: { key: "Escape", code: "Escape", number: 27, w3c: "\uE00C" },
  Space: { key: " ", code: "Space", number: 32, w3c: " ", text: " " },
  End: { key: "End", code: "End", number: 35, w3c: "\uE010" },
  Home: { key: "Home", code: "Home", number: 36, w3c: "\uE011" },
  ArrowLeft: { key: "ArrowLeft", code: "ArrowLeft", number: 37, w3c: "\uE012" },
  ArrowUp: { key: "ArrowUp", code: "ArrowUp", number: 38, w3c: "\uE013" },
  ArrowRight: { key: "ArrowRight", code: "ArrowRight", number: 39, w3c: "\uE014" },
  ArrowDown: { key: "ArrowDown", code: "ArrowDown", number: 40, w3c: "\uE015" },
  Shift: { key: "Shift", code: "ShiftLeft", number: 16, w3c: "\uE008" },
  Control: { key: "Control", code: "ControlLeft", number: 17, w3c: "\uE009" },
}

/** `Shift+ArrowRight` as the keys that are held and the one that is pressed. */
export function readKeys(combination: string): { readonly held: readonly Key[]; readonly pressed: Key } {
  const parts = combination.split("+").map((name) => named[name] ?? letter(name))
  const pressed = parts.pop()
  if (!pressed) throw new Error(`${combination} is no key`)
  return { held: parts, pressed }
}

function letter(name: string): Key {
  if (!/^[a-z]$/.test(name)) throw new Error(`${name} is no key that the drivers know`)
  const capital = name.toUpperCase()
  return { key: name, code: `Key${capital}`, number: capital.charCodeAt(0), w3c: name }
}
