import { pinyin } from "pinyin-pro"

export interface SearchKeys {
  readonly pinyin: string
  readonly initials: string
}

/**
 * The search keys of a name: its full pinyin and its initials, lower case, without spaces. A person's surname is read as
 * one (单 shan, 曾 zeng, 仇 qiu); where it is read otherwise elsewhere, the second reading follows after a space, because
 * those who don't know the person will type that.
 */
export function searchKeys(name: string, kind: "person" | "thing" = "thing"): SearchKeys {
  const plain = syllables(name, "off")
  if (kind === "thing") return keysOf([plain])
  const asPerson = syllables(name, "head")
  return keysOf(asPerson.join() === plain.join() ? [asPerson] : [asPerson, plain])
}

function syllables(name: string, surname: "head" | "off"): string[] {
  return pinyin(name, { type: "array", toneType: "none", nonZh: "consecutive", v: true, surname })
    .map((syllable) => syllable.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, ""))
    .filter((syllable) => syllable !== "")
}

function keysOf(readings: readonly (readonly string[])[]): SearchKeys {
  const joined = (part: (syllable: string) => string) => [
    ...new Set(readings.map((reading) => reading.map(part).join(""))),
  ]
  return {
    pinyin: joined((syllable) => syllable).join(" "),
    initials: joined((syllable) => String.fromCodePoint(syllable.codePointAt(0) ?? 0)).join(" "),
  }
}
