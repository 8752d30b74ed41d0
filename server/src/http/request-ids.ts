import { randomBytes } from "node:crypto"

/** Names a request in its answer and in the log: this process and how many there were. A random one for each would cost more. */
export function requestIds(): () => string {
  const process = randomBytes(9).toString("base64url")
  let count = 0
  return () => `${process}.${(count += 1).toString(36)}`
}
