import { X509Certificate } from "node:crypto"
import { isIP } from "node:net"
import { connect, type PeerCertificate, type TLSSocket } from "node:tls"
import type { CertificateFacts } from "../checks/certificate-check.ts"
import { lookupWith, nameResolver } from "../../../http/outbound/names/resolve-name.ts"
import { codeOf } from "./code-of.ts"

const lookup = lookupWith(nameResolver())

/** Looks at the certificate of the site's own address and sends nothing but the handshake. */
export async function certificateFacts(
  staticAddress: string | null,
  limitMs: number,
): Promise<CertificateFacts> {
  if (staticAddress === null) return { at: "none" }
  const url = new URL(staticAddress)
  if (url.protocol !== "https:") return { at: "none" }
  const host = url.hostname.replace(/^\[|\]$/g, "")
  const port = url.port === "" ? 443 : Number(url.port)
  // An untrusted one is looked at all the same: what is wrong with it is what is asked for.
  const socket = connect({
    host,
    port,
    lookup,
    rejectUnauthorized: false,
    ...(isIP(host) === 0 && { servername: host }),
  })
  try {
    await shaken(socket, limitMs)
    return shownBy(socket, host)
  } catch (error) {
    const reason = codeOf(error)
    const isAnswered = socket.bytesRead > 0 || reason.startsWith("ERR_SSL")
    return { at: isAnswered ? "noTls" : "unreachable", host: url.host, reason }
  } finally {
    socket.destroy()
  }
}

function shaken(socket: TLSSocket, limitMs: number): Promise<void> {
  return new Promise((resolve, reject) => {
    socket.setTimeout(limitMs, () => reject(new Error("ETIMEDOUT")))
    socket.once("error", reject)
    socket.once("secureConnect", () => resolve())
  })
}

function shownBy(socket: TLSSocket, host: string): CertificateFacts {
  const shown: PeerCertificate = socket.getPeerCertificate()
  const own = new X509Certificate(shown.raw)
  const fits = isIP(host) === 0 ? own.checkHost(host) : own.checkIP(host)
  return {
    at: "shown",
    host,
    fromMs: Date.parse(own.validFrom),
    untilMs: Date.parse(own.validTo),
    issuer: /^(?:O|CN)=(.+)$/m.exec(own.issuer)?.[1] ?? "",
    names: (own.subjectAltName ?? "").split(", ").map((name) => name.replace(/^[A-Za-z ]+:/, "")),
    fitsHost: fits !== undefined,
    // Node gives the code, though its type says an error.
    distrust: socket.authorized ? null : withoutHost(String(socket.authorizationError)),
  }
}

/** Whether the name fits is told by itself. */
function withoutHost(reason: string): string | null {
  return reason.includes("ERR_TLS_CERT_ALTNAME_INVALID") ? null : reason
}
