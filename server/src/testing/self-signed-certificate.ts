import { generateKeyPairSync, randomBytes, sign } from "node:crypto"

interface Wanted {
  readonly names: readonly string[]
  readonly days: number
}

/** A certificate that signs itself, for tests of what is made of one. Written by hand: Node makes none, and openssl may be missing. */
export function selfSignedCertificate({ names, days }: Wanted): {
  readonly key: string
  readonly cert: string
} {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" })
  const algorithm = sequence(oid("2a8648ce3d040302"))
  const name = sequence(tagged(0x31, sequence(oid("550403"), tagged(0x0c, Buffer.from("test")))))
  const now = Date.now()
  const altNames = sequence(...names.map((each) => tagged(0x82, Buffer.from(each))))
  const extension = sequence(oid("551d11"), tagged(0x04, altNames))
  const body = sequence(
    tagged(0xa0, tagged(0x02, Buffer.from([2]))),
    tagged(0x02, Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    algorithm,
    name,
    sequence(utcTime(now - 100 * dayMs), utcTime(now + days * dayMs + 3_600_000)),
    name,
    publicKey.export({ type: "spki", format: "der" }),
    tagged(0xa3, sequence(extension)),
  )
  const signature = Buffer.concat([Buffer.from([0]), sign("sha256", body, privateKey)])
  const whole = sequence(body, algorithm, tagged(0x03, signature))
  return {
    key: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${whole.toString("base64")}\n-----END CERTIFICATE-----\n`,
  }
}

const dayMs = 86_400_000

function tagged(tag: number, content: Buffer): Buffer {
  const { length } = content
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255]
  return Buffer.concat([Buffer.from([tag, ...size]), content])
}

function sequence(...parts: readonly Buffer[]): Buffer {
  return tagged(0x30, Buffer.concat(parts))
}

function oid(hex: string): Buffer {
  return tagged(0x06, Buffer.from(hex, "hex"))
}

function utcTime(ms: number): Buffer {
  const digits = new Date(ms).toISOString().replaceAll(/\D/g, "")
  return tagged(0x17, Buffer.from(`${digits.slice(2, 14)}Z`))
}
