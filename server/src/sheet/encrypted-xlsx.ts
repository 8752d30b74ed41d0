import { createCipheriv, createHmac, hash, randomBytes } from "node:crypto"
import { compoundFile } from "./compound-file.ts"
import { yieldToEventLoop } from "./sheet.ts"

const saltBytes = 16
const keyBytes = 32
const hashBytes = 64
const segmentBytes = 4096
/** As spreadsheet programs do it: what guessing costs. */
const spins = 100_000
const spinsAtOnce = 10_000

/** What each derived key is for (MS-OFFCRYPTO 2.3.4.11 to 2.3.4.14). */
const purposes = {
  verifierInput: Buffer.from("fea7d2763b4b9e79", "hex"),
  verifierHash: Buffer.from("d7aa0f6d3061344e", "hex"),
  key: Buffer.from("146e0be7abacd0d6", "hex"),
  hmacKey: Buffer.from("5fb2ad010cb9e1f6", "hex"),
  hmacValue: Buffer.from("a0677f02b22c8433", "hex"),
} as const

/**
 * A workbook that opens with a password only, in every spreadsheet program: ECMA-376 agile encryption with AES-256 and
 * SHA-512 (decision 062).
 */
export async function encryptedXlsx(workbook: Buffer, password: string): Promise<Buffer> {
  const [key, keySalt, passwordSalt] = [randomBytes(keyBytes), randomBytes(saltBytes), randomBytes(saltBytes)]
  const encryptedPackage = packageOf(workbook, key, keySalt)
  const spun = await spunHash(password, passwordSalt)
  const withPassword = (purpose: Buffer, content: Buffer) =>
    encrypted(sha512(spun, purpose).subarray(0, keyBytes), passwordSalt, content).toString("base64")
  const withKey = (purpose: Buffer, content: Buffer) =>
    encrypted(key, sha512(keySalt, purpose).subarray(0, saltBytes), content).toString("base64")
  const verifier = randomBytes(saltBytes)
  const hmacKey = randomBytes(hashBytes)
  const hmac = createHmac("sha512", hmacKey).update(encryptedPackage).digest()
  const ciphers = `blockSize="16" keyBits="${keyBytes * 8}" hashSize="${hashBytes}" cipherAlgorithm="AES" cipherChaining="ChainingModeCBC" hashAlgorithm="SHA512"`
  const info = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<encryption xmlns="http://schemas.microsoft.com/office/2006/encryption" xmlns:p="http://schemas.microsoft.com/office/2006/keyEncryptor/password"><keyData saltSize="${saltBytes}" ${ciphers} saltValue="${keySalt.toString("base64")}"/><dataIntegrity encryptedHmacKey="${withKey(purposes.hmacKey, hmacKey)}" encryptedHmacValue="${withKey(purposes.hmacValue, hmac)}"/><keyEncryptors><keyEncryptor uri="http://schemas.microsoft.com/office/2006/keyEncryptor/password"><p:encryptedKey spinCount="${spins}" saltSize="${saltBytes}" ${ciphers} saltValue="${passwordSalt.toString("base64")}" encryptedVerifierHashInput="${withPassword(purposes.verifierInput, verifier)}" encryptedVerifierHashValue="${withPassword(purposes.verifierHash, sha512(verifier))}" encryptedKeyValue="${withPassword(purposes.key, key)}"/></keyEncryptor></keyEncryptors></encryption>`
  return compoundFile([
    // Version 4.4, agile.
    {
      name: "EncryptionInfo",
      content: Buffer.concat([Buffer.from("0400040040000000", "hex"), Buffer.from(info)]),
    },
    { name: "EncryptedPackage", content: encryptedPackage },
  ])
}

/** Its size, then each segment with an initial vector of its own. */
function packageOf(workbook: Buffer, key: Buffer, keySalt: Buffer): Buffer {
  const size = Buffer.alloc(8)
  size.writeBigUInt64LE(BigInt(workbook.length))
  const segments: Buffer[] = [size]
  for (let no = 0; no * segmentBytes < workbook.length; no++) {
    const segment = workbook.subarray(no * segmentBytes, (no + 1) * segmentBytes)
    const missing = (saltBytes - (segment.length % saltBytes)) % saltBytes
    const vector = sha512(keySalt, uint32(no)).subarray(0, saltBytes)
    segments.push(encrypted(key, vector, Buffer.concat([segment, Buffer.alloc(missing)])))
  }
  return Buffer.concat(segments)
}

async function spunHash(password: string, salt: Buffer): Promise<Buffer> {
  const numbered = Buffer.alloc(4 + hashBytes)
  sha512(salt, Buffer.from(password, "utf16le")).copy(numbered, 4)
  for (let no = 0; no < spins; no++) {
    numbered.writeUInt32LE(no)
    hash("sha512", numbered, "buffer").copy(numbered, 4)
    if (no % spinsAtOnce === 0) await yieldToEventLoop()
  }
  return numbered.subarray(4)
}

function sha512(...parts: readonly Buffer[]): Buffer {
  return hash("sha512", Buffer.concat(parts), "buffer")
}

/** Whole blocks already: nothing is padded. */
function encrypted(key: Buffer, vector: Buffer, content: Buffer): Buffer {
  const cipher = createCipheriv("aes-256-cbc", key, vector).setAutoPadding(false)
  return Buffer.concat([cipher.update(content), cipher.final()])
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}
