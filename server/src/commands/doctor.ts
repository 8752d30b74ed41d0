import { filledIn, findingWords, type CheckState } from "@uc/contract/status/findings"
import { statusLimits } from "@uc/contract/status/calls"
import { parseArgs } from "node:util"
import { resolve } from "node:path"
import { ConfigurationError, readConfig, type Config } from "../config.ts"
import { checkCertificate } from "../features/status/checks/certificate-check.ts"
import type { Finding } from "../features/status/checks/finding.ts"
import {
  checkDataDir,
  checkDisks,
  checkNode,
  leastFreeBytes,
} from "../features/status/checks/machine-checks.ts"
import { checkSms, checkWebhook } from "../features/status/checks/network-checks.ts"
import { checkBackup } from "../features/status/checks/work-checks.ts"
import { certificateFacts } from "../features/status/probes/certificate-facts.ts"
import { dataDirFacts, diskFacts } from "../features/status/probes/folder-facts.ts"
import { reachOf } from "../features/status/probes/reach.ts"
import { checked } from "../features/status/within-limit.ts"
import { foldersOf, productVersion } from "../http/installation.ts"
import { checkedDatabase } from "./doctor-database.ts"
import { checkedPort } from "./doctor-port.ts"
import { checkedProxy } from "./doctor-proxy.ts"
import {
  englishTitles,
  englishWords,
  ownWords,
  type DoctorFinding,
  type OwnCode,
  type OwnFinding,
} from "./doctor-words.ts"
import { typedCommand } from "../errors/typed-command.ts"

const usage = typedCommand("doctor", "[--json] [--least-free-gb <number>]")

const help = `${usage}

Checks the configuration that ${typedCommand("start")} would use and says what to mend. It changes nothing and sends no message; the product
may be running or not. Ends with 1 where something is wrong.
  --json                  for another program
  --least-free-gb <n>     how much room a disk should have: less is a warning, a fifth of it an error (${leastFreeBytes / 1024 ** 3})`

interface Told {
  readonly id: string
  readonly state: CheckState
  readonly title: string
  readonly found: string
  readonly todo: string | null
}

/** OPS-7, `npm run doctor`. */
export async function main(argv: readonly string[]): Promise<void> {
  const wanted = read(argv)
  if (typeof wanted === "string") {
    const isHelp = argv.includes("--help")
    if (!isHelp) process.exitCode = 1
    return isHelp ? console.log(help) : console.error(wanted)
  }
  const told = (await look(wanted.leastFreeBytes)).map(inEnglish)
  const isFine = told.every(({ state }) => state !== "error")
  if (!isFine) process.exitCode = 1
  if (wanted.isJson)
    return console.log(JSON.stringify({ version: productVersion, ok: isFine, checks: told }, null, 2))
  for (const line of told.flatMap(linesOf)) console.log(line)
  console.log(`\n${conclusion(told)}`)
}

interface Wanted {
  readonly isJson: boolean
  readonly leastFreeBytes: number
}

function read(argv: readonly string[]): Wanted | string {
  try {
    const { values } = parseArgs({
      args: [...argv],
      options: {
        json: { type: "boolean" },
        "least-free-gb": { type: "string" },
        help: { type: "boolean" },
      },
    })
    if (values.help) return help
    const least = values["least-free-gb"]
    if (least !== undefined && !/^\d+(?:\.\d+)?$/.test(least))
      return `--least-free-gb takes a number\n${usage}`
    return {
      isJson: values.json ?? false,
      leastFreeBytes: least === undefined ? leastFreeBytes : Number(least) * 1024 ** 3,
    }
  } catch (error) {
    return `${error instanceof Error ? error.message : String(error)}\n${usage}`
  }
}

async function look(leastBytes: number): Promise<readonly DoctorFinding[]> {
  const node = checkNode(process.version, Date.now())
  try {
    return [node, ...(await lookAt(readConfig(process.env), leastBytes))]
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error
    const wrong = error.wrong.map(({ name, reason }): OwnFinding => ({
      id: "variables",
      code: "variables.wrong",
      values: { name, reason },
    }))
    return [node, ...wrong]
  }
}

async function lookAt(config: Config, leastBytes: number): Promise<readonly DoctorFinding[]> {
  const { site, smsGateway, reminderWebhook } = config
  const limitMs = statusLimits.checkMs - 500
  const dataDir = resolve(config.dataDir)
  const port = await checkedPort(config)
  const [folder, disks, proxy, certificate, sms, webhook, database] = await Promise.all([
    checked("dataDir", () => dataDirFacts(dataDir), checkDataDir),
    checked(
      "disk",
      () => diskFacts(foldersOf({ ...config, dataDir })),
      (facts) => checkDisks(facts, leastBytes),
    ),
    checkedProxy(config, limitMs),
    checked(
      "certificate",
      () => certificateFacts(site.staticAddress, limitMs),
      (facts) => checkCertificate(facts, Date.now()),
    ),
    checked(
      "sms",
      async () => smsGateway && reachOf(smsGateway.url, limitMs),
      (facts) => checkSms(facts, site.isDemo),
    ),
    checked("webhook", async () => reminderWebhook && reachOf(reminderWebhook.url, limitMs), checkWebhook),
    checkedDatabase(config, port.code === "port.running"),
  ])
  return [
    { id: "variables", code: "variables.ok", values: {} },
    ...folder.findings,
    ...disks.findings,
    port,
    proxy,
    ...certificate.findings,
    ...sms.findings,
    ...webhook.findings,
    ...database,
    ...(site.isDemo ? [] : [backup(config)]),
  ]
}

/** OPS-1: whether one is configured; how the last one went is the page's to say. */
function backup({ nightlyBackup }: Config): Finding {
  return checkBackup(
    { to: nightlyBackup?.folder ?? null, lastOkAt: null, lastErrorAt: null },
    Date.now(),
    Date.now(),
  )
}

function inEnglish({ id, code, values }: DoctorFinding): Told {
  const words = Object.hasOwn(ownWords, code)
    ? ownWords[code as OwnCode]
    : {
        ...englishWords[code as keyof typeof englishWords],
        state: findingWords[code as Finding["code"]].state,
      }
  const todo = "todo" in words ? words.todo : undefined
  return {
    id,
    state: words.state,
    title: englishTitles[id],
    found: filledIn(words.found, values),
    todo: todo === undefined ? null : filledIn(todo, values),
  }
}

const marks = { ok: "ok     ", warning: "WARNING", error: "ERROR  ", unknown: "unknown" } as const

function linesOf({ state, title, found, todo }: Told): string[] {
  const line = `${marks[state]}  ${title.padEnd(14)}${found}.`
  return todo === null ? [line] : [line, `${" ".repeat(23)}-> ${todo}.`]
}

function conclusion(told: readonly Told[]): string {
  const count = (state: CheckState) => told.filter((each) => each.state === state).length
  const errors = count("error")
  const warnings = count("warning")
  if (errors > 0)
    return `${errors} ${errors === 1 ? "thing is" : "things are"} wrong: ${typedCommand("start")} would fail, or the site would not work as it should.`
  return warnings > 0 ? `Nothing is wrong; ${warnings} to look at.` : "Nothing is wrong."
}
