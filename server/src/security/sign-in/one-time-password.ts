import { createHash, randomInt } from "node:crypto"

/** Without those that are easily confused: 0 O o, 1 l I. */
const letters = "abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789"
const groups = 3
const inGroup = 4

/** Some 70 bits, to be read out on the phone: `kT4m-X7pa-Qw9n`. */
export function oneTimePassword(draw: (below: number) => number = randomInt): string {
  const group = () => Array.from({ length: inGroup }, () => letters[draw(letters.length)]).join("")
  return Array.from({ length: groups }, group).join("-")
}

/** LOGIN-2: the password as the browser sends it. */
export function passwordAsSent(password: string): string {
  return createHash("md5").update(password).digest("hex").toUpperCase()
}
