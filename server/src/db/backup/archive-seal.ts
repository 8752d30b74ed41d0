import { createCipheriv, createDecipheriv, createHash, randomBytes, scrypt } from "node:crypto"
import { promisify } from "node:util"
import { z } from "zod"

/**
 * An archive is sealed as a whole: rows hold names, phones and password records. Its key follows from the passphrase by
 * scrypt, with a salt of its own. Each part is encrypted by AES-256-GCM with its number as nonce; kind, number and the head of
 * the archive are authenticated with it, so that no part can be changed, left out, repeated or taken from another archive.
 */
export const SealHead = z.object({
  salt: z.string().regex(/^[0-9a-f]{32}$/),
  /** scrypt's cost; a power of two. Bounded: a crafted file must not take all memory. */
  cost: z
    .int()
    .min(1024)
    .max(1 << 20),
  blockSize: z.literal(8),
  parallel: z.int().min(1).max(8),
  /** Tells a wrong passphrase from a damaged file. */
  check: z.string().regex(/^[0-9a-f]{32}$/),
})
export type SealHead = z.infer<typeof SealHead>

const tagBytes = 16
const derive = promisify<string, Buffer, number, object, Buffer>(scrypt)

interface Keys {
  readonly key: Buffer
  readonly check: string
}

async function keysFor(
  passphrase: string,
  { salt, cost, blockSize, parallel }: Omit<SealHead, "check">,
): Promise<Keys> {
  const derived = await derive(passphrase.normalize("NFC"), Buffer.from(salt, "hex"), 64, {
    N: cost,
    r: blockSize,
    p: parallel,
    maxmem: 160 * cost * blockSize,
  })
  const check = createHash("sha256").update(derived.subarray(32)).digest("hex").slice(0, 32)
  return { key: derived.subarray(0, 32), check }
}

/** 64 MB of memory and a fraction of a second for each try of a passphrase. */
const strength = { cost: 1 << 16, blockSize: 8, parallel: 2 } as const

export async function newSeal(
  passphrase: string,
  cost: number = strength.cost,
): Promise<{ readonly head: SealHead; readonly key: Buffer }> {
  const chosen = { ...strength, cost, salt: randomBytes(16).toString("hex") }
  const { key, check } = await keysFor(passphrase, chosen)
  return { head: { ...chosen, check }, key }
}

/** Null: it is another passphrase. */
export async function keyOf(passphrase: string, head: SealHead): Promise<Buffer | null> {
  const { key, check } = await keysFor(passphrase, head)
  return check === head.check ? key : null
}

interface PartPlace {
  readonly head: Buffer
  readonly kind: number
  readonly at: number
}

function around({ head, kind, at }: PartPlace) {
  const nonce = Buffer.alloc(12)
  nonce.writeUIntBE(at, 6, 6)
  return { nonce, bound: Buffer.concat([head, Buffer.from([kind]), nonce]) }
}

export function sealed(key: Buffer, place: PartPlace, content: Buffer): Buffer {
  const { nonce, bound } = around(place)
  const cipher = createCipheriv("aes-256-gcm", key, nonce).setAAD(bound)
  return Buffer.concat([cipher.update(content), cipher.final(), cipher.getAuthTag()])
}

/** Null: it is not what was written there. */
export function unsealed(key: Buffer, place: PartPlace, content: Buffer): Buffer | null {
  if (content.length < tagBytes) return null
  const { nonce, bound } = around(place)
  const decipher = createDecipheriv("aes-256-gcm", key, nonce, { authTagLength: tagBytes }).setAAD(bound)
  decipher.setAuthTag(content.subarray(content.length - tagBytes))
  try {
    return Buffer.concat([decipher.update(content.subarray(0, content.length - tagBytes)), decipher.final()])
  } catch {
    return null
  }
}
