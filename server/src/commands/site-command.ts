import { readFile } from "node:fs/promises"
import { createInterface } from "node:readline"
import { Writable } from "node:stream"
import { parseArgs, type ParseArgsConfig } from "node:util"
import { ConfigurationError, type Config } from "../config.ts"
import { BackupRefusal } from "../db/backup/backup-refusal.ts"
import { totalRows, type SiteInfo, type SiteSums } from "../db/backup/site-source.ts"
import { EmbeddedRefusal } from "../db/embedded/cluster-version.ts"
import { assertTrustworthy } from "../db/start-checks/assert-trustworthy.ts"
import { DatabaseRefusal } from "../db/start-checks/database-refusal.ts"
import { errorReason, errorText } from "../errors/logged-error.ts"
import { told } from "./told.ts"

/** What `backup`, `restore` and `move` share: they act on a whole site. */

/** A command that can't be carried out; its message is for the person who typed it. */
export class CommandError extends Error {}

/**
 * Prints what went wrong, and ends with 1. Ctrl-C and SIGTERM end the work in order: no scratch database runs on, and no part of
 * a file is left.
 */
export async function orTell(work: (signal: AbortSignal) => Promise<void>): Promise<void> {
  const stopping = new AbortController()
  const stop = () => stopping.abort(new CommandError("Stopped."))
  for (const name of stopSignals) process.on(name, stop)
  try {
    await work(stopping.signal)
  } catch (given) {
    const error: unknown = stopping.signal.aborted ? stopping.signal.reason : given
    console.error(told(toldWords(error)))
    process.exitCode = 1
  } finally {
    for (const name of stopSignals) process.off(name, stop)
  }
}

const stopSignals = ["SIGINT", "SIGTERM"] as const

/** Where the sentence says what to mend, the place in the program does not. */
function toldWords(error: unknown): string {
  const kinds = [CommandError, BackupRefusal, EmbeddedRefusal, DatabaseRefusal, ConfigurationError]
  if (error instanceof Error && kinds.some((kind) => error instanceof kind)) return error.message
  // PostgreSQL's code, and the system's.
  const isFull = ["53100", "ENOSPC"].includes(String((error as { readonly code?: unknown } | null)?.code))
  return isFull ? `The disk is full: ${errorReason(error)}. Make room, and run it again.` : errorText(error)
}

/** As for the product's start, told without a stack. */
export async function assertUsable(url: string): Promise<void> {
  await assertTrustworthy(url).catch((error: unknown): never => {
    throw new CommandError(error instanceof Error ? error.message : String(error), { cause: error })
  })
}

export function readOptions<T extends NonNullable<ParseArgsConfig["options"]>>(
  argv: readonly string[],
  options: T,
  usage: string,
) {
  try {
    return parseArgs({ args: [...argv], options }).values
  } catch (error) {
    throw new CommandError(`${error instanceof Error ? error.message : ""}\n${usage}`, { cause: error })
  }
}

const shortest = 12

/** From a file, from BACKUP_PASSPHRASE, or typed: never from the command line, which others on the machine can read. */
export async function passphraseFrom(
  config: Config,
  file: string | undefined,
  isNew: boolean,
): Promise<string> {
  const given = file === undefined ? config.backupPassphrase : await passphraseIn(file)
  const passphrase = given ?? (await typed("Passphrase of the backup: "))
  if (passphrase.length < shortest)
    throw new CommandError(`A passphrase has at least ${shortest} characters.`)
  if (given === null && isNew && (await typed("The same again: ")) !== passphrase)
    throw new CommandError("The two passphrases differ. Nothing was written.")
  return passphrase
}

async function passphraseIn(file: string): Promise<string> {
  const content = await readFile(file, "utf8").catch((error: unknown): never => {
    throw new CommandError(`--passphrase-file can't be read: ${errorReason(error)}`, { cause: error })
  })
  return content.trim()
}

function typed(question: string): Promise<string> {
  if (!process.stdin.isTTY)
    throw new CommandError(
      "A passphrase is needed: set BACKUP_PASSPHRASE, or name a file that holds it by --passphrase-file.",
    )
  process.stderr.write(told(question))
  // Nothing of it is shown.
  const output = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input: process.stdin, output, terminal: true })
  return new Promise((resolve, reject) => {
    lines.once("line", (line) => {
      resolve(line)
      lines.close()
    })
    lines.once("close", () => {
      process.stderr.write("\n")
      reject(new CommandError("No passphrase was typed."))
    })
  })
}

export function printLines(lines: readonly (readonly [label: string, text: string])[]): void {
  console.log(lines.map(([label, text]) => `${told(label).padEnd(10)} ${told(text)}`).join("\n"))
}

export function siteLines(info: SiteInfo, sums: SiteSums): readonly (readonly [string, string])[] {
  return [
    ["Version", `${info.product}, schema ${info.migrations.at(-1)?.name}, PostgreSQL ${info.postgres}`],
    ["As of", info.madeAt],
    ["Tables", `${sums.size} with ${totalRows(sums)} rows`],
  ]
}

export function sizeInWords(bytes: number): string {
  return bytes < 1_000_000 ? `${Math.ceil(bytes / 1000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`
}
