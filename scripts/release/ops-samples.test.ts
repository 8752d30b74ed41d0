import { readFileSync } from "node:fs"
import { join } from "node:path"
import { profileLimits } from "@uc/contract/account/profile-calls"
import { ingestLimits } from "@uc/contract/alarm-sources/calls"
import { attachmentLimits } from "@uc/contract/attachments/calls"
import { eventStream } from "@uc/contract/core/events"
import { defaultSiteConfig } from "@uc/contract/core/site-defaults"
import { importLimits } from "@uc/contract/imports/calls"
import { keptMonthLimits } from "@uc/contract/months/kept-months"
import { expect, test } from "vitest"
import { healthPaths } from "../../server/src/http/health-paths.ts"
import { readConfig } from "../../server/src/config.ts"
import { root } from "../prepare.mjs"

const read = (path: string) => readFileSync(join(root, path), "utf8")
const { version, workspaces } = JSON.parse(read("package.json")) as { version: string; workspaces: string[] }
const stopWithinS = readConfig({}).stopWithinMs / 1000

/** Names at the beginning of lines, in a file of variables: also those that are commented out. */
const variablesIn = (text: string) => [...text.matchAll(/^#?([A-Z][A-Z_]+)=/gm)].map(([, name = ""]) => name)
const isKnown = (name: string) => new RegExp(`\\b${name}:`).test(read("server/src/config.ts"))

test("[OPS-7] proxies pass the largest body that the server takes", () => {
  const { bodyBytes } = ingestLimits
  const largest = Math.max(
    profileLimits.pictureBytes,
    bodyBytes,
    attachmentLimits.partBytes,
    importLimits.partBytes,
  )
  const megabytes = largest / 1024 / 1024
  expect(read("ops/nginx/user-centre.conf")).toContain(`client_max_body_size ${megabytes}m;`)
  expect(read("ops/caddy/Caddyfile")).not.toMatch(/^\s*request_body/m)
  expect(read("ops/chart/values.yaml")).toContain(`proxy-body-size: ${megabytes}m`)
})

test("[OPS-7] nginx does not buffer the event stream, and neither proxy shows the health paths", () => {
  const nginx = read("ops/nginx/user-centre.conf")
  const path = `${defaultSiteConfig.services[eventStream.service]}${eventStream.path}`
  expect(nginx).toMatch(new RegExp(`location = ${path} \\{[^}]*proxy_buffering off;`))
  for (const hidden of Object.values(healthPaths)) {
    expect(nginx).toMatch(new RegExp(`location ~ [^{]*${hidden.slice(1)}`))
    expect(read("ops/caddy/Caddyfile")).toMatch(new RegExp(`@inside path .*${hidden}`))
  }
})

test("[OPS-7] the systemd unit confines the server and gives it time to stop", () => {
  const unit = read("ops/debian/user-centre.service")
  for (const line of [
    "User=user-centre",
    "NoNewPrivileges=yes",
    "ProtectSystem=strict",
    "KillMode=mixed",
    "Restart=on-failure",
  ])
    expect(unit.split("\n")).toContain(line)
  expect(Number(/^TimeoutStopSec=(\d+)$/m.exec(unit)?.[1])).toBeGreaterThan(stopWithinS)
})

test("[OPS-7] the image is not root, writes to DATA_DIR alone and asks for the health path", () => {
  const image = read("Containerfile")
  expect(/^USER (.+)$/m.exec(image)?.[1]).toBe("10001:10001")
  const data = /^VOLUME (.+)$/m.exec(image)?.[1]
  expect(image).toContain(`DATA_DIR=${data}`)
  expect(/HEALTHCHECK[^\n]*\n.*/.exec(image)?.[0]).toContain(healthPaths.alive)
  expect(image).toContain("STOPSIGNAL SIGTERM")
  expect(image).toContain(`ARG VERSION=${version}`)
  for (const name of workspaces) expect(image).toContain(`COPY ${name}/package.json ${name}/`)
})

test("[OPS-7] the compose file takes its secrets from .env and gives the server time to stop", () => {
  const compose = read("compose.yaml")
  const example = read(".env.example")
  for (const name of variablesIn(example)) expect(compose).toContain(`\${${name}:`)
  for (const name of ["PEPPER", "DATABASE_PASSWORD", "POSTGRES_PASSWORD"]) {
    expect(compose).toContain(`\${${name}:?`)
    expect(example).toMatch(new RegExp(`^${name}=$`, "m"))
  }
  expect(read("ops/compose/make-role.sh")).toContain("nosuperuser nobypassrls")
  expect(Number(/stop_grace_period: (\d+)s/.exec(compose)?.[1])).toBeGreaterThan(stopWithinS)
  const [, app = ""] = /^ {4}environment:\n((?: {6}.*\n)+)/m.exec(compose) ?? []
  const given = [...app.matchAll(/^ {6}(\w+):/gm)].map(([, name = ""]) => name)
  expect(given).toContain("DATABASE_URL")
  expect(given.filter((name) => !isKnown(name))).toEqual([])
})

/** Said by the compose file itself, or of no use where one product stands behind it. */
const fixedInCompose =
  /^(?:PORT|HOST|DATA_DIR|DATABASE_\w+|DEMO_PAGES_\w+|METRICS_(?:PORT|HOST)|STOP_WITHIN_S|(?:NEW)?USERCENTER_URL|EWLS_URL|VMS_URL)$/

test("[OPS-7] no variable that stands in .env is ignored by the compose file", () => {
  const known = [...read("server/src/config.ts").matchAll(/^ {2}([A-Z][A-Z_]+): ?/gm)].map(
    ([, name = ""]) => name,
  )
  expect(known.length).toBeGreaterThan(40)
  const compose = read("compose.yaml")
  const ignored = known.filter((name) => !fixedInCompose.test(name) && !compose.includes(`\${${name}:`))
  expect(ignored).toEqual([])
})

test("[OPS-7] the settings of the Debian package name variables that the server has, and no demo", () => {
  const settings = read("ops/debian/environment")
  expect(variablesIn(settings).length).toBeGreaterThan(5)
  expect(variablesIn(settings).filter((name) => !isKnown(name))).toEqual([])
  expect(settings).toMatch(/^DEMO=off$/m)
})

test("[OPS-7] the chart is of this version, and its schema knows exactly its values", () => {
  const chart = read("ops/chart/Chart.yaml")
  expect(chart).toContain(`appVersion: ${version}`)
  const values = [...read("ops/chart/values.yaml").matchAll(/^(\w+):/gm)].map(([, name = ""]) => name)
  const schema = JSON.parse(read("ops/chart/values.schema.json")) as { properties: object }
  expect(Object.keys(schema.properties).toSorted()).toEqual([...values, "global"].toSorted())
})

test("[OPS-6][OPS-7] in the chart no month is archived into a folder that ends with the pod", () => {
  const pods = read("ops/chart/templates/deployment.yaml")
  const [, without = ""] = /\{\{- else \}\}\n([^]*?value: "(?:\d+)")/.exec(pods) ?? []
  const kinds = [...read("server/src/config.ts").matchAll(/^ {2}KEEP_(\w+)_MONTHS:/gm)].map(
    ([, kind]) => kind,
  )
  expect(kinds).toHaveLength(4)
  for (const kind of kinds) {
    expect(without).toContain(`"KEEP_${kind}_MONTHS"`)
    expect(without).toContain(`"${kind}"`)
  }
  expect(without).toContain(`value: "${keptMonthLimits.most}"`)
  for (const name of ["BACKUP_TO", "ARCHIVE_TO"]) expect(without).toContain(`"${name}"`)
  expect(pods).toMatch(/name: kept\n\s+persistentVolumeClaim:/)
  expect(pods).toContain("mountPath: /srv/user-centre\n")
})

test("[OPS-7] the chart's pods roll without a gap, are read-only and get what they need from a secret", () => {
  const pods = read("ops/chart/templates/deployment.yaml")
  expect(pods).toContain("maxUnavailable: 0")
  expect(pods).toContain("readOnlyRootFilesystem: true")
  expect(pods).toContain("runAsNonRoot: true")
  expect(pods).toMatch(new RegExp(`readinessProbe:\\s+httpGet:\\s+path: ${healthPaths.ready}`))
  expect(pods).toMatch(new RegExp(`livenessProbe:\\s+httpGet:\\s+path: ${healthPaths.alive}`))
  for (const name of ["DATABASE_URL", "PEPPER"])
    expect(pods).toMatch(new RegExp(`name: ${name}\\s+valueFrom:\\s+secretKeyRef:`))
  expect(pods).toContain("add .Values.stopWithinSeconds 10")
})
