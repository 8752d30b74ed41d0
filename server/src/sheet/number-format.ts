import { cutText } from "@uc/contract/core/cut-text"

/** How a format fills up with zeros on the left: `000000` shows 1234 as 001234. */
export interface Padding {
  /** Digits that it shows at least. */
  readonly digits: number
  /** It shows nothing beside the digits, so that what is shown can be told. */
  readonly isPlain: boolean
  /** It shows letters beside them (`"T"0000`), which are not in the cell. */
  readonly hasLetters: boolean
}

export interface NumberFormat {
  readonly isDay: boolean
  readonly padding: Padding | null
}

/** The longest that a spreadsheet allows. */
const formatLetters = 255

/** Built-in date formats, which the file does not describe. */
const isKnownDayFormat = (id: number) =>
  (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58)

/** A format that the file does not describe: none of them pads. */
export function builtInFormat(id: number): NumberFormat {
  return { isDay: isKnownDayFormat(id), padding: null }
}

/** What a format's code says. Pure. */
export function numberFormat(code: string): NumberFormat {
  const read = cutText(code, formatLetters)
  // An unclosed bracket or quote extends to the end, so that nothing is scanned twice.
  const isDay = /[ymdh]/i.test(read.replaceAll(/"[^"]*"?|\[[^\]]*\]?|\\./g, ""))
  return { isDay, padding: isDay ? null : paddingOf(read) }
}

/** Of the first section: it is the one for positive numbers. */
function paddingOf(code: string): Padding | null {
  const literals: string[] = []
  const placeholders = code
    // Colours and conditions show nothing; [DBNum2] shows other digits.
    .replaceAll(/\[[^\]]*\]?/g, (bracket) => (/^\[dbnum/i.test(bracket) ? '"壹"' : ""))
    // A literal must not be taken for a placeholder or the end of the section.
    .replaceAll(/"([^"]*)"?|\\(.)|[_*]./g, (_whole, quoted?: string, single?: string) => {
      literals.push(quoted ?? single ?? "")
      return ""
    })
    .split(";", 1)[0]
  const shown = placeholders ?? ""
  const whole = shown.split(".", 1)[0] ?? ""
  const digits = whole.replaceAll(/[^0]/g, "").length
  if (digits < 2) return null
  const beside = shown.replaceAll("0", "") + literals.join("")
  return { digits, isPlain: beside === "", hasLetters: /[\p{L}\p{N}]/u.test(beside) }
}
