import { randomBytes } from "node:crypto"

/** The id of a request in its answer and in the log: a prefix of the process and a counter, cheaper than random ids. */
export function requestIds(): () => string {
  const process = randomBytes(9).toString("base64url")
  let count = 0
  return () => `${process}.${(count += 1).toString(36)}`
}
