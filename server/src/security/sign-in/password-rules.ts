import { createHash } from "node:crypto"
import { demoPassword } from "@uc/contract/demo/accounts"
import { sessionMessages } from "@uc/contract/account/calls"

/** What a person's password may not be made of. */
export interface PersonalWords {
  readonly account: string
  readonly phone: string | null
  readonly name: string
  /** How the name is typed: readings with a space between. */
  readonly pinyin: string
  readonly organisation: string
}

const commonest = 10_000
const years = Array.from({ length: 100 }, (_, n) => String(1950 + n))
const endings = ["", "1", "12", "123", "1234", ...years]

/** The server never gets a password, but it can compare its MD5 with those of bad ones. */
export function passwordFault(md5: string, own: PersonalWords, common: ReadonlySet<string>): string | null {
  if (common.has(md5)) return sessionMessages.passwordCommon
  return ownMd5s(own).has(md5) ? sessionMessages.passwordIsAccount : null
}

function ownMd5s({ account, phone, name, pinyin, organisation }: PersonalWords): Set<string> {
  const words = [account, phone ?? "", name, organisation, ...pinyin.split(" ")].filter((word) => word !== "")
  const spelt = new Set(words.flatMap((word) => [word, word.toLowerCase(), capitalised(word)]))
  return new Set([...spelt].flatMap((word) => endings.map((ending) => md5Of(word + ending))))
}

function capitalised(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}

let known: Promise<ReadonlySet<string>> | null = null

/** Read and hashed at the first password change of a process: most have none. */
export function commonPasswords(): Promise<ReadonlySet<string>> {
  known ??= import("@zxcvbn-ts/language-common").then(
    ({ dictionary }) =>
      // The demo password is public, and a site whose accounts have it does not start (BARE-12).
      new Set(
        ["", demoPassword, ...dictionary["passwords-common"].slice(0, commonest)].map((word) => md5Of(word)),
      ),
  )
  return known
}

function md5Of(word: string): string {
  return createHash("md5").update(word).digest("hex").toUpperCase()
}
