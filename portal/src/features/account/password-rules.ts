import { sessionLimits, sessionMessages } from "@uc/contract/account/calls"

/** The field that it is about; `form`: none. */
export interface PasswordProblems {
  readonly password?: string
  readonly repeated?: string
  readonly form?: string
}

/** Rules that only the page can check, because the server never gets the password itself (LOGIN-2); null: it may be sent. */
export function problemsWith(password: string, repeated: string): PasswordProblems | null {
  if (password === "") return { password: sessionMessages.passwordMissing }
  if (lengthOf(password) < sessionLimits.passwordLength) return { password: sessionMessages.passwordShort }
  if (repeated !== password) return { repeated: sessionMessages.passwordsDiffer }
  return null
}

/** As people count characters. */
function lengthOf(password: string): number {
  return Array.from(password).length
}

export type Strength = "weak" | "fair" | "strong"

const kinds = [/[a-z]/, /[A-Z]/, /[0-9]/, /[^a-zA-Z0-9]/]

/** `abcd`, `4321`, `aaaa`: sequences make a password no stronger. */
function surprises(password: string): number {
  const letters = Array.from(password).map((letter) => letter.codePointAt(0) ?? 0)
  return letters.filter((letter, at) => {
    const before = letters[at - 1]
    return before === undefined || Math.abs(letter - before) > 1
  }).length
}

export function strengthOf(password: string): Strength {
  const mixed = kinds.filter((kind) => kind.test(password)).length
  const length = surprises(password)
  if (lengthOf(password) < sessionLimits.passwordLength || length < 6 || mixed < 2)
    return length >= 16 ? "fair" : "weak"
  return (length >= 10 && mixed >= 3) || length >= 16 ? "strong" : "fair"
}
