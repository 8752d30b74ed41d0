import {
  checkTitles,
  filledIn,
  findingWords,
  type CheckId,
  type CheckState,
  type FindingValues,
} from "@uc/contract/status/findings"
import { statusLimits } from "@uc/contract/status/calls"
import { parseArgs } from "node:util"
import { resolve } from "node:path"
import { ConfigurationError, needsDataDir, readConfig, type Config } from "../config.ts"
import { checkCertificate } from "../features/status/checks/certificate-check.ts"
import type { Finding } from "../features/status/checks/finding.ts"
import {
  checkDataDir,
  checkDisks,
  checkNode,
  leastFreeBytes,
} from "../features/status/checks/machine-checks.ts"
import { checkSms, checkWebhook } from "../features/status/checks/network-checks.ts"
import { certificateFacts } from "../features/status/probes/certificate-facts.ts"
import { dataDirFacts, diskFacts } from "../features/status/probes/folder-facts.ts"
import { reachOf } from "../features/status/probes/reach.ts"
import { checked } from "../features/status/within-limit.ts"
import { foldersOf, productVersion } from "../http/installation.ts"
import { isAskedOfItself } from "./asked-of-itself.ts"
import { checkedBackupFolder } from "./doctor-backup.ts"
import { checkedDatabase } from "./doctor-database.ts"
import { checkedPort } from "./doctor-port.ts"
import { checkedProxy } from "./doctor-proxy.ts"
import {
  englishTitles,
  englishWords,
  type DoctorFinding,
  type OwnCode,
  type OwnFinding,
} from "./doctor-words.ts"
import { ownWords } from "./doctor-own-words.ts"
import { typedCommand } from "../errors/typed-command.ts"
import { told, typedLanguage } from "./told.ts"

const usage = typedCommand("doctor", "[--json] [--least-free-gb <number>]")

const help = `${usage}

Checks the configuration that ${typedCommand("start")} would use and says what to mend. It changes nothing and sends no message (a file that it
writes into BACKUP_TO is removed at once); the product may be running or not. Ends with 1 where something is wrong.
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
  if (isAskedOfItself(argv, help)) return
  const wanted = read(argv)
  if (typeof wanted === "string") {
    process.exitCode = 1
    return console.error(told(wanted))
  }
  const checks = (await look(wanted.leastFreeBytes)).map(inWords)
  const isFine = checks.every(({ state }) => state !== "error")
  if (!isFine) process.exitCode = 1
  if (wanted.isJson)
    return console.log(JSON.stringify({ version: productVersion, ok: isFine, checks }, null, 2))
  for (const line of checks.flatMap(linesOf)) console.log(line)
  console.log(`\n${told(conclusion(checks))}`)
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
      },
    })
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
  const [folder, disks, proxy, certificate, sms, webhook, database, backupFolder] = await Promise.all([
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
    checkedBackupFolder(config),
  ])
  return [
    { id: "variables", code: "variables.ok", values: {} },
    ...folder.findings.map((found) => (needsDataDir(config) ? found : spare(found))),
    ...disks.findings,
    port,
    proxy,
    ...certificate.findings,
    ...sms.findings,
    ...webhook.findings,
    ...database,
    ...backupFolder,
  ]
}

/** As the start has it: where nothing is needed of the folder, it goes on without. */
function spare(found: Finding): DoctorFinding {
  return found.code === "dataDir.closed"
    ? { id: "dataDir", code: "dataDir.spare", values: found.values }
    : found
}

/** In the operator's language. What the page tells too has its Chinese in the contract. */
function inWords({ id, code, values }: DoctorFinding): Told {
  const isOwn = Object.hasOwn(ownWords, code)
  const isChinese = typedLanguage() === "zh"
  const known = findingWords[code as Finding["code"]]
  const words = isOwn
    ? ownWords[code as OwnCode]
    : { ...(isChinese ? known : englishWords[code as keyof typeof englishWords]), state: known.state }
  const todo = "todo" in words ? words.todo : undefined
  const filled = (text: string) => filledIn(told(text), valuesInWords(values))
  const title = isChinese && id in checkTitles ? checkTitles[id as CheckId] : told(englishTitles[id])
  return {
    id,
    state: words.state,
    title,
    found: filled(words.found),
    todo: todo === undefined ? null : asTyped(filled(todo)),
  }
}

/** Reasons may be sentences of the start. */
function valuesInWords(values: FindingValues): FindingValues {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, typeof value === "string" ? told(value) : value]),
  )
}

/** The page, which does not know how this was installed, names the commands of npm. */
function asTyped(text: string): string {
  return text.replace(/npm run ([a-z-]+)/g, (_whole, name: string) => typedCommand(name))
}

const marks = { ok: "ok     ", warning: "WARNING", error: "ERROR  ", unknown: "unknown" } as const
/** As wide: a Chinese character takes two columns. */
const chineseMarks = { ok: "正常   ", warning: "警告   ", error: "错误   ", unknown: "未知   " } as const
const columns = (text: string) => text.replaceAll(/[^\u0020-\u007e]/g, "xx").length
const padded = (text: string, width: number) => text + " ".repeat(Math.max(1, width - columns(text)))

function linesOf({ state, title, found, todo }: Told): string[] {
  const isChinese = typedLanguage() === "zh"
  const [mark, end] = isChinese ? [chineseMarks[state], "。"] : [marks[state], "."]
  const line = `${mark}  ${padded(title, 14)}${found}${end}`
  return todo === null ? [line] : [line, `${" ".repeat(23)}-> ${todo}${end}`]
}

function conclusion(checks: readonly Told[]): string {
  const count = (state: CheckState) => checks.filter((each) => each.state === state).length
  const errors = count("error")
  const warnings = count("warning")
  if (errors > 0)
    return `${errors} ${errors === 1 ? "thing is" : "things are"} wrong: ${typedCommand("start")} would fail, or the site would not work as it should.`
  return warnings > 0 ? `Nothing is wrong; ${warnings} to look at.` : "Nothing is wrong."
}
