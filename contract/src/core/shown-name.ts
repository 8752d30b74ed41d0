import { text } from "./wire.ts"

/** Characters that nobody sees: a name with one of them looks like another name, or turns what stands beside it around. */
const hasNoHidden = /^[^\p{Cc}\p{Cf}\p{Zl}\p{Zp}\u115f\u1160\u3164\uffa0]*$/u
/** A name has something to look at: marks and blank characters alone are none. */
const hasShown = /(?![\p{Default_Ignorable_Code_Point}\u2800])[\p{L}\p{N}\p{P}\p{S}\p{Co}]/u

/** A name that people read: trimmed, with something to look at and nothing unseen. */
export function shownName(max: number, words: { readonly missing: string; readonly hidden: string }) {
  return text(max).trim().regex(hasNoHidden, words.hidden).regex(hasShown, words.missing)
}

/** Names with one key look the same to a person: width, case, spaces and what is not drawn don't tell them apart. */
export function shownNameKey(name: string): string {
  return name
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll(/[\p{Default_Ignorable_Code_Point}\s\u2800]/gu, "")
}
