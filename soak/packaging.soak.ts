import { spawnSync } from "node:child_process"
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, expect, test } from "vitest"
import { root, withoutNpm } from "../scripts/prepare.mjs"
import { launcher } from "../scripts/release/release-files.mjs"

/** As the registry has them: the schemas of Kubernetes, a linter for images' files, a validator of JSON schemas. */
const linters = [
  "kubernetes-models@5.1.0",
  "@kubernetes-models/prometheus-operator@6.0.0",
  "dockerfile-utils@0.16.3",
  "ajv@8.20.0",
  "yaml@2.9.1",
]
const packages =
  "golang-go golang-github-masterminds-sprig-dev golang-k8s-sigs-yaml-dev docker-compose shellcheck"
const area = mkdtempSync(join(tmpdir(), "user-centre-samples-"))

function ran(command: string, args: readonly string[], more: Readonly<Record<string, string>> = {}) {
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    cwd: area,
    env: { ...withoutNpm(process.env), ...more },
    encoding: "utf8",
  })
  if (error) throw new Error(`NOT TRIED: ${command} is needed (apt-get install ${packages})`)
  return { status, said: `${stdout}${stderr}`, stdout }
}

/** In the area, where the linters are installed. */
const program = `
import { readFileSync } from "node:fs"
import Ajv from "ajv"
import dockerfile from "dockerfile-utils"
import { parse, parseAllDocuments } from "yaml"
const [what, file, schema] = process.argv.slice(2)
const text = readFileSync(file, "utf8")
const found = []
if (what === "image") for (const { message } of dockerfile.validate(text)) found.push(message)
if (what === "values") {
  const validate = new Ajv({ strict: true, allowUnionTypes: true }).compile(JSON.parse(readFileSync(schema, "utf8")))
  if (!validate(parse(text))) for (const each of validate.errors) found.push(each.instancePath + " " + each.message)
}
if (what === "manifests")
  for (const document of parseAllDocuments(text)) {
    for (const { message } of [...document.errors, ...document.warnings]) found.push(message)
    const value = document.toJS()
    if (value === null) continue
    const at = value.apiVersion.includes("coreos") ? "@kubernetes-models/prometheus-operator/" : "kubernetes-models/"
    const kinds = await import(at + value.apiVersion)
    const names = (value.spec?.template?.spec?.containers ?? []).flatMap(({ env }) => env.map(({ name }) => name))
    if (new Set(names).size < names.length) found.push("a variable stands twice: " + names)
    try {
      new kinds[value.kind](value).validate()
      console.error(value.kind)
    } catch (error) {
      found.push(value.kind + ": " + error.message)
    }
  }
console.log(JSON.stringify(found))
`

function lint(...args: readonly string[]): { readonly found: string[]; readonly kinds: string[] } {
  const { status, stdout, said } = ran(process.execPath, ["lint.mjs", ...args])
  expect(status, said).toBe(0)
  return {
    found: JSON.parse(stdout) as string[],
    kinds: said.slice(stdout.length).split("\n").filter(Boolean).toSorted(),
  }
}

beforeAll(() => {
  writeFileSync(join(area, "package.json"), '{ "private": true, "type": "module" }')
  const { status, said } = ran("npm", ["install", "--ignore-scripts", "--no-audit", "--no-fund", ...linters])
  if (status !== 0) throw new Error(`NOT TRIED: the linters can't be fetched\n${said}`)
  writeFileSync(join(area, "lint.mjs"), program)
})
afterAll(() => rmSync(area, { recursive: true, force: true }))

const chart = join(root, "ops", "chart")
function rendered(values: object) {
  const go = { GO111MODULE: "off", GOPATH: "/usr/share/gocode", GOCACHE: join(area, "go-cache") }
  return ran("go", ["run", join(root, "soak", "render-chart.go"), chart, JSON.stringify(values)], go)
}

function manifestsOf(values: object) {
  const { status, said, stdout } = rendered(values)
  expect(status, said).toBe(0)
  const file = join(area, "manifests.yaml")
  writeFileSync(file, stdout)
  return { ...lint("manifests", file), text: stdout }
}

test("[OPS-7] the chart renders to what Kubernetes takes, for each way of setting it, and refuses the others", () => {
  expect(lint("values", join(chart, "values.yaml"), join(chart, "values.schema.json")).found).toEqual([])
  const plain = manifestsOf({ existingSecret: "own" })
  expect(plain).toMatchObject({ found: [], kinds: ["Deployment", "PodDisruptionBudget", "Service"] })
  expect(plain.text).toMatch(/name: KEEP_AUDIT_MONTHS\s+value: "1200"/)
  const all = manifestsOf({
    secret: { DATABASE_URL: "postgresql://uc@db/uc", PEPPER: "x".repeat(32) },
    persistence: { existingClaim: "files" },
    ingress: { enabled: true },
    metrics: { enabled: true, serviceMonitor: { enabled: true, labels: { release: "prometheus" } } },
    variables: { SITE_NAME: "用户中心", KEEP_AUDIT_MONTHS: 48, BACKUP_TO: "/srv/user-centre/backup" },
    imagePullSecrets: [{ name: "registry" }],
    podAnnotations: { a: "b" },
    nodeSelector: { disk: "ssd" },
    tolerations: [{ key: "a", operator: "Exists" }],
  })
  const kinds = ["Deployment", "Ingress", "PodDisruptionBudget", "Secret", "Service", "ServiceMonitor"]
  expect(all).toMatchObject({ found: [], kinds })
  expect(all.text).toMatch(/name: KEEP_AUDIT_MONTHS\s+value: "48"/)
  expect(all.text).toMatch(/name: ARCHIVE_TO\s+value: \/srv\/user-centre\/archive/)
  const refused = (values: object) => {
    const { status, said } = rendered(values)
    expect(status).toBe(1)
    return said
  }
  expect(refused({})).toContain("Set existingSecret to a secret with DATABASE_URL and PEPPER")
  expect(refused({ existingSecret: "own", variables: { KEEP_AUDIT_MONTHS: 48 } })).toContain(
    "KEEP_AUDIT_MONTHS needs persistence.existingClaim",
  )
})

test("[OPS-7] linters find nothing in the image's file, the compose file, the unit and the shell scripts", () => {
  expect(lint("image", join(root, "Containerfile")).found).toEqual([])
  const env = readFileSync(join(root, ".env.example"), "utf8").replaceAll(/^(\w+)=$/gm, "$1=x")
  writeFileSync(join(area, "env"), env)
  const composed = ran("docker-compose", ["--env-file", "env", "-f", join(root, "compose.yaml"), "config"])
  expect(composed.status, composed.said).toBe(0)
  writeFileSync(join(area, "env"), "")
  const without = ran("docker-compose", ["--env-file", "env", "-f", join(root, "compose.yaml"), "config"])
  expect(without.status).not.toBe(0)
  expect(without.said).toMatch(/Set \w+ in \.env/)

  // Its program stands where a package puts it.
  const unit = readFileSync(join(root, "ops/debian/user-centre.service"), "utf8")
  writeFileSync(
    join(area, "user-centre.service"),
    unit.replace("/usr/lib/user-centre/user-centre start", "/bin/true"),
  )
  const verified = ran("systemd-analyze", ["verify", "--man=no", join(area, "user-centre.service")])
  expect(verified.said).not.toContain("user-centre.service")

  writeFileSync(join(area, "launcher"), launcher(["start", "doctor"]))
  const debian = join(root, "ops", "debian")
  const scripts = readdirSync(debian).map((name) => join(debian, name))
  const shell = [...scripts, join(root, "ops/compose/make-role.sh"), join(area, "launcher")].filter((path) =>
    readFileSync(path, "utf8").startsWith("#!/bin/sh"),
  )
  expect(shell).toHaveLength(6)
  const checked = ran("shellcheck", ["--severity=warning", ...shell])
  expect(checked.said).toBe("")
})
