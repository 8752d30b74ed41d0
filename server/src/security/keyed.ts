import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  randomBytes,
} from "node:crypto"

/** Secrets that are derived from the site's pepper, which is not in the database. */
export interface Keyed {
  /** A hash that can't be computed from the database alone; the borders of `parts` count. */
  readonly mac: (purpose: string, ...parts: readonly string[]) => Buffer
  /** Encrypts what must be read again, such as a message that waits to be sent. */
  readonly seal: (text: string) => Buffer
  readonly unseal: (sealed: Buffer) => string
}

const nonceBytes = 12
const tagBytes = 16

export function keyedBy(pepper: string): Keyed {
  // Read once: given as bytes, each use would read them again.
  const key = (purpose: string) => createSecretKey(Buffer.from(hkdfSync("sha256", pepper, "", purpose, 32)))
  const macKey = key("mac")
  const sealKey = key("seal")
  return {
    mac: (purpose, ...parts) =>
      createHmac("sha256", macKey)
        .update(JSON.stringify([purpose, ...parts]))
        .digest(),
    seal(text) {
      const nonce = randomBytes(nonceBytes)
      const cipher = createCipheriv("aes-256-gcm", sealKey, nonce)
      const body = Buffer.concat([cipher.update(text, "utf8"), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), body])
    },
    unseal(sealed) {
      const decipher = createDecipheriv("aes-256-gcm", sealKey, sealed.subarray(0, nonceBytes))
      decipher.setAuthTag(sealed.subarray(nonceBytes, nonceBytes + tagBytes))
      const body = sealed.subarray(nonceBytes + tagBytes)
      return Buffer.concat([decipher.update(body), decipher.final()]).toString("utf8")
    },
  }
}
