import { spawnSync } from "node:child_process"

/** Signed by itself, for this machine's address; the engines are told to accept it. */
export function makeCertificate(): { readonly key: string; readonly cert: string } {
  const flags =
    "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -keyout - -out - -days 2 -subj /CN=127.0.0.1 -addext subjectAltName=IP:127.0.0.1"
  const { stdout, stderr, status } = spawnSync("openssl", flags.split(" "), { encoding: "utf8" })
  if (status !== 0) throw new Error(`openssl made no certificate:\n${stderr}`)
  const part = (name: string) =>
    new RegExp(`-----BEGIN ${name}-----[^]*?-----END ${name}-----`).exec(stdout)?.[0] ?? ""
  return { key: part("PRIVATE KEY"), cert: part("CERTIFICATE") }
}
