import { createHmac, randomUUID } from "node:crypto"
import { parseArgs } from "node:util"
import type { Call } from "@uc/contract/core/call"
import {
  demoSource,
  alarmSourceCalls,
  signatureHeaders,
  signedHead,
  type IngestItem,
} from "@uc/contract/alarm-sources/calls"
import { defaultSiteConfig } from "@uc/contract/core/site-defaults"
import { errorText } from "../errors/logged-error.ts"
import { typedCommand } from "../errors/typed-command.ts"
import { told } from "./told.ts"
import { isAskedOfItself } from "./asked-of-itself.ts"

const usage = `${typedCommand("alarm", "--org <name or id> --type <code> --level <1-4>")}
  --org     the organisation, by its id or the beginning of its name   (文澜区第一小学)
  --type    the code of the warning type: gas, smoke, button …         (gas)
  --level   1 is the gravest                                           (1)
  --detail, --address   free text
  --count   so many of them                                            (1)
  --to      where the product runs                                     (http://127.0.0.1:<PORT>)
  --key, --secret   of a source; without them the one of the demo mode`

/** A command that can't be carried out; its message is for the person who typed it. */
class CommandError extends Error {}

interface Target {
  readonly address: string
  readonly key: string
  readonly secret: string
}

/** `npm run alarm`: sends an alarm like a school's gateway, to try out the warning card. */
export async function main(argv: readonly string[], port: string): Promise<void> {
  try {
    if (isAskedOfItself(argv, usage)) return
    const { target, org, count, ...alarm } = read(argv, port)
    const { orgid, name } = await findOrganisation(target, org)
    const items = Array.from({ length: count }, (): IngestItem => ({ uuid: randomUUID(), orgid, ...alarm }))
    const answer = alarmSourceCalls.report.output.parse(
      await sendSigned(target, alarmSourceCalls.report, { items }),
    )
    for (const result of answer.results)
      if (result.is === "refused") throw new CommandError(`${result.field}: ${result.msg}`)
    console.log(`${name} (${orgid}): ${answer.accepted} accepted, ${items[0]?.uuid}`)
  } catch (error) {
    console.error(told(error instanceof CommandError ? error.message : errorText(error)))
    process.exitCode = 1
  }
}

function read(argv: readonly string[], port: string) {
  let values
  try {
    const text = { type: "string" } as const
    const options = {
      org: text,
      type: text,
      level: text,
      detail: text,
      address: text,
      count: text,
      to: text,
      key: text,
      secret: text,
    }
    values = parseArgs({ args: [...argv], options }).values
  } catch (error) {
    throw new CommandError(`${error instanceof Error ? error.message : String(error)}\n${usage}`)
  }
  const level = Number(values.level ?? 1)
  const count = Number(values.count ?? 1)
  if (!Number.isInteger(level) || !Number.isInteger(count) || count < 1) throw new CommandError(usage)
  if ((values.key === undefined) !== (values.secret === undefined)) throw new CommandError(usage)
  return {
    target: {
      address: (values.to ?? `http://127.0.0.1:${port}`).replace(/\/$/, ""),
      key: values.key ?? demoSource.key,
      secret: values.secret ?? demoSource.secret,
    },
    org: values.org ?? "文澜区第一小学",
    count,
    model_code: values.type ?? "gas",
    alarm_level: level,
    createtime: new Date(Date.now() + 8 * 3600_000).toISOString().slice(0, 19).replace("T", " "),
    detail: values.detail,
    address: values.address,
  }
}

async function findOrganisation(target: Target, org: string): Promise<{ orgid: string; name: string }> {
  const isId = /^[0-9]+$/.test(org)
  const answered = await sendSigned(target, alarmSourceCalls.organisations, isId ? {} : { name: org })
  const { organisations } = alarmSourceCalls.organisations.output.parse(answered)
  const [found] = isId ? [{ orgid: org, name: org }] : organisations
  if (!found) throw new CommandError(`No organisation is called ${org}.`)
  return found
}

async function sendSigned(
  { address, key, secret }: Target,
  { service, path, method, encoding, answerIn }: Call,
  input: Record<string, unknown>,
): Promise<unknown> {
  const timestamp = String(Math.floor(Date.now() / 1000))
  const body = encoding === "json" ? JSON.stringify(input) : ""
  const query = encoding === "json" ? "" : new URLSearchParams(input as Record<string, string>).toString()
  const place = `${defaultSiteConfig.services[service]}${path}${query === "" ? "" : `?${query}`}`
  const text = `${signedHead(timestamp, method, place)}${body}`
  const answer = await fetch(`${address}${place}`, {
    method,
    headers: {
      [signatureHeaders.source]: key,
      [signatureHeaders.timestamp]: timestamp,
      [signatureHeaders.signature]: createHmac("sha256", secret).update(text).digest("hex"),
      ...(body === "" ? {} : { "content-type": "application/json" }),
    },
    ...(body === "" ? {} : { body }),
  }).catch((error: unknown) => {
    throw new CommandError(
      `Nobody answers at ${address}. Is the product running? (${typedCommand("start")})`,
      {
        cause: error,
      },
    )
  })
  const reply = (await answer.json()) as Record<string, unknown>
  if (!answer.ok) throw new CommandError(`${answer.status}: ${String(reply["msg"])}`)
  return reply[answerIn]
}
