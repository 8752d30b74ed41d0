import { cutText } from "@uc/contract/core/cut-text"
import { peopleLimits } from "@uc/contract/people/calls"

const chinese = String.raw`\p{Script=Han}·`
/** Everything that separates names in spreadsheets, chats and mails. Spaces are handled separately. */
const separators = /[\r\n\t,，、;；|/\\]+/u
/** `1.` `1、` `1)` `（1）` `①` `-` `•` and an `@` of a chat, in front of a name. */
const numbering =
  /^(?:[-–—*•·●▪@＠\s]|[（([【]\s*\d{1,4}\s*[）)\]】]|\d{1,4}\s*[.．。:：)）、]|[\u2460-\u249b\u2776-\u277f])+\s*/u
/** A column that only counts the lines. An account may be a longer number. */
const lineNumber = /^\d{1,3}$/

/** `“张三”` `【李四】` `王五老师`: quotes and titles around a name. One character before 老师 is no whole name. */
const wrapped = /^(?:"(.+)"|'(.+)'|“(.+)”|‘(.+)’|「(.+)」|《(.+)》|【(.+)】|\[(.+)\]|（(.+)）|\((.+)\))$/u
const polite = /^(\p{Script=Han}[\p{Script=Han}·]+)(?:老师|同志)$/u

function bare(name: string): string {
  const inside = wrapped
    .exec(name)
    ?.slice(1)
    .find((part) => part !== undefined)
  return inside === undefined ? name.replace(polite, "$1") : bare(inside.trim())
}

/** What the contract's text refuses, e.g. half a character at a cut. */
const unsent = /[\0\p{Cs}]/gu

/** Spaces separate Chinese names, but not the two characters of one (`王 芳`) nor a name in Latin letters. */
function bySpaces(part: string): string[] {
  const words = part.split(/\s+/u).filter((word) => word !== "")
  const isChinese = new RegExp(`^[${chinese}]+$`, "u")
  const names: string[] = []
  // Whether the last name may continue: a single character of a spaced name, or Latin words.
  let open: "character" | "latin" | null = null
  for (const word of words) {
    const last = names.at(-1)
    if (open === "character" && isChinese.test(word) && charactersIn(word) === 1 && last !== undefined) {
      names[names.length - 1] = last + word
      // 王 小 明 is one name as well; four spaced characters are two names.
      open = charactersIn(last) === 1 ? "character" : null
    } else if (open === "latin" && /^[\p{Script=Latin}.'-]+$/u.test(word) && last !== undefined) {
      names[names.length - 1] = `${last} ${word}`
    } else {
      names.push(word)
      if (isChinese.test(word)) open = charactersIn(word) === 1 ? "character" : null
      else open = /^[\p{Script=Latin}.'-]+$/u.test(word) ? "latin" : null
    }
  }
  return names
}

function charactersIn(word: string): number {
  return Array.from(word).length
}

/** The names in a pasted list, in order, each once. Text too long for a name is cut, not dropped. */
export function namesIn(pasted: string): string[] {
  const names = pasted
    .split(separators)
    .flatMap((part) => bySpaces(part.trim().replace(numbering, "")))
    .map((name) =>
      cutText(bare(name.replace(numbering, "")), peopleLimits.username)
        .replaceAll(unsent, "")
        .trim(),
    )
    .filter((name) => name !== "" && !lineNumber.test(name))
  return [...new Set(names)]
}
