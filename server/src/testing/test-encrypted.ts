import { createDecipheriv, createHmac, hash } from "node:crypto"

/** For tests: a stream of a compound file, read by its tables. */
export function compoundStream(file: Buffer, name: string): Buffer {
  const sector = (no: number) => file.subarray((no + 1) * 512, (no + 2) * 512)
  const table = Array.from({ length: file.readUInt32LE(44) }, (_, no) =>
    sector(file.readUInt32LE(76 + no * 4)),
  )
  const fat = Buffer.concat(table)
  const chain = (start: number, links: Buffer) => {
    const all: number[] = []
    for (let no = start; no < 0xfffffffa; no = links.readUInt32LE(no * 4)) all.push(no)
    return all
  }
  const whole = (start: number) => Buffer.concat(chain(start, fat).map(sector))
  const directory = whole(file.readUInt32LE(48))
  const entries = Array.from({ length: directory.length / 128 }, (_, no) => {
    const entry = directory.subarray(no * 128, (no + 1) * 128)
    const letters = Math.max(0, entry.readUInt16LE(64) - 2)
    return {
      name: entry.toString("utf16le", 0, letters),
      start: entry.readUInt32LE(116),
      bytes: entry.readUInt32LE(120),
    }
  })
  const found = entries.find((entry) => entry.name === name)
  const root = entries[0]
  if (!found || !root) throw new Error(`no stream ${name}`)
  if (found.bytes >= 4096) return whole(found.start).subarray(0, found.bytes)
  const small = whole(root.start)
  const links = whole(file.readUInt32LE(60))
  const parts = chain(found.start, links).map((no) => small.subarray(no * 64, (no + 1) * 64))
  return Buffer.concat(parts).subarray(0, found.bytes)
}

/** For tests: what an encrypted workbook holds; null where the password is another one. */
export function decryptedXlsx(file: Buffer, password: string): Buffer | null {
  const info = compoundStream(file, "EncryptionInfo").subarray(8).toString()
  const value = (name: string, from = 0) =>
    Buffer.from(new RegExp(`${name}="([^"]*)"`).exec(info.slice(from))?.[1] ?? "", "base64")
  const keySalt = value("saltValue")
  const salt = value("saltValue", info.indexOf("encryptedKey "))
  const spins = Number(/spinCount="(\d+)"/.exec(info)?.[1])
  const sha = (...parts: Buffer[]) => hash("sha512", Buffer.concat(parts), "buffer")
  const number = (no: number) => Buffer.from(Uint32Array.of(no).buffer)
  let spun = sha(salt, Buffer.from(password, "utf16le"))
  for (let no = 0; no < spins; no++) spun = sha(number(no), spun)
  const open = (key: Buffer, vector: Buffer, content: Buffer) => {
    const cipher = createDecipheriv("aes-256-cbc", key.subarray(0, 32), vector.subarray(0, 16))
    cipher.setAutoPadding(false)
    return Buffer.concat([cipher.update(content), cipher.final()])
  }
  const hex = (digits: string) => Buffer.from(digits, "hex")
  const verifier = open(sha(spun, hex("fea7d2763b4b9e79")), salt, value("encryptedVerifierHashInput"))
  const verified = open(sha(spun, hex("d7aa0f6d3061344e")), salt, value("encryptedVerifierHashValue"))
  if (!sha(verifier).equals(verified)) return null
  const key = open(sha(spun, hex("146e0be7abacd0d6")), salt, value("encryptedKeyValue"))
  const content = compoundStream(file, "EncryptedPackage")
  const hmacKey = open(key, sha(keySalt, hex("5fb2ad010cb9e1f6")), value("encryptedHmacKey"))
  const hmac = open(key, sha(keySalt, hex("a0677f02b22c8433")), value("encryptedHmacValue"))
  if (!createHmac("sha512", hmacKey).update(content).digest().equals(hmac)) throw new Error("it was altered")
  const parts: Buffer[] = []
  for (let at = 8, no = 0; at < content.length; at += 4096, no++)
    parts.push(open(key, sha(keySalt, number(no)), content.subarray(at, at + 4096)))
  return Buffer.concat(parts).subarray(0, Number(content.readBigUInt64LE(0)))
}
