import { text } from "./wire.ts"

/** Invisible characters: a name with one looks like another name, or reverses the text beside it. */
const hasNoHidden = /^[^\p{Cc}\p{Cf}\p{Zl}\p{Zp}\u115f\u1160\u3164\uffa0]*$/u
/** A name needs a visible character: marks and blanks alone are none. */
export const hasShown = /(?![\p{Default_Ignorable_Code_Point}\u2800])[\p{L}\p{N}\p{P}\p{S}\p{Co}]/u

/** A name that people read: trimmed, with something visible and nothing invisible. */
export function shownName(max: number, words: { readonly missing: string; readonly hidden: string }) {
  return text(max).trim().regex(hasNoHidden, words.hidden).regex(hasShown, words.missing)
}

/** A title or another text that must say something: trimmed, with something visible. */
export function shownText(max: number, missing: string) {
  return text(max).trim().regex(hasShown, missing)
}

/** Names with the same key look the same: width, case, spaces and invisible characters do not count. */
export function shownNameKey(name: string): string {
  return name
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll(/[\p{Default_Ignorable_Code_Point}\s\u2800]/gu, "")
}
