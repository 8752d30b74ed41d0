import { readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, test } from "vitest"
import { root } from "./prepare.mjs"
import { projectFiles } from "./project-files.mjs"

/** Where requests of the server begin, and whose the addresses are. What administrators type in goes through the first alone (SSO-8). */
const homes: Readonly<Record<string, string>> = {
  "server/src/http/outbound/send-request.ts": "compares each address that it connects to",
  "server/src/features/status/probes/reach.ts":
    "SMS_GATEWAY_URL and REMINDER_WEBHOOK_URL, of the operator, asked whether they are there",
  "server/src/features/status/probes/certificate-facts.ts": "STATIC_ADDRESS, of the operator",
  "server/src/tracing/export-traces.ts": "OTEL_EXPORTER_OTLP_ENDPOINT, of the operator",
  "server/src/commands/send-alarm.ts": "a command's own argument",
  "server/src/commands/doctor-port.ts": "this machine",
  "server/src/commands/doctor-proxy.ts": "STATIC_ADDRESS, of the operator",
}

/** Libraries that would ask by themselves are handed what asks for them. */
const handed: Readonly<Record<string, { readonly by: RegExp; readonly to: string }>> = {
  "openid-client": { by: /\[client\.customFetch\]: viaOutbound\(/, to: "identity-sources/providers/oidc.ts" },
  "oidc-provider": {
    by: /\bfetch: \(url, options\) => tellOver\(/,
    to: "applications/oidc/make-provider.ts",
  },
}

const asking = [
  /(?<![.\w])fetch\(/,
  /(?<![.\w])(?:new )?(?:WebSocket|EventSource|OTLPTraceExporter)\(/,
  /\bimport (?!type)\{[^}]*\b(?:request|get|Agent)\b[^}]*\} from "node:https?"/,
  /\bimport (?!type)\{[^}]*\b(?:connect|createConnection)\b[^}]*\} from "node:(?:net|tls)"/,
  /\bfrom "(?:undici|axios|node:http2|node:dgram)"/,
]

const sources = projectFiles()
  .filter((file) => /^server\/src\/.*\.ts$/.test(file) && !/\.test\.ts$|^server\/src\/testing\//.test(file))
  .map((file) => ({ file, text: readFileSync(join(root, file), "utf8") }))

test("[SSO-8] every request of the server begins in a known file, and typed addresses in one", () => {
  expect(sources.length).toBeGreaterThan(300)
  const found = sources.filter(({ text }) => asking.some((pattern) => pattern.test(text)))
  expect(
    found.map(({ file }) => file).toSorted(),
    "ask by services.outboundOf, which refuses inner networks and follows no redirect",
  ).toEqual(Object.keys(homes).toSorted())
})

test("[FAULT-4] names are looked up in one file, and nothing else waits in the threads of dns.lookup", () => {
  const importing = sources.filter(({ text }) =>
    /\bimport (?!type)[^;]*? from "node:dns(?:\/promises)?"/.test(text),
  )
  expect(importing.map(({ file }) => file)).toEqual(["server/src/http/outbound/names/resolve-name.ts"])
  // A socket without a function for names looks them up by `dns.lookup`. Commands are processes of their own.
  const connecting = sources.filter(
    ({ file, text }) =>
      asking.some((pattern) => pattern.test(text)) && !file.startsWith("server/src/commands/"),
  )
  for (const { file, text } of connecting) expect([file, /\blookup\b/.test(text)]).toEqual([file, true])
})

test("[SSO-8] libraries that ask for themselves ask through the same door", () => {
  for (const [library, { by, to }] of Object.entries(handed)) {
    const value = new RegExp(`^import (?!type)[^"]*from "${library}"|import\\("${library}"\\)`, "m")
    const users = sources.filter(({ text }) => value.test(text)).filter(({ text }) => !by.test(text))
    expect(sources.find(({ file }) => file.endsWith(to))?.text ?? "", to).toMatch(by)
    // Others take its errors and its types, and make nothing that asks.
    for (const { file, text } of users)
      expect([file, /new Provider\(|\bdiscovery\(|new Configuration\(/.test(text)]).toEqual([file, false])
  }
})
