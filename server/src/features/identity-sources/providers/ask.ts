import { z } from "zod"
import { InnerAddressRefusal } from "../../../http/outbound/outbound.ts"
import type { OutboundOptions } from "../../../http/outbound/send-request.ts"
import { wordsOfConnection } from "./failure-words.ts"
import { ByOtherFailure, type ProviderParts } from "./provider.ts"

/** For one request of ours; somebody waits before their screen. */
export const waitMs = 5000

/** A sentence of the other side, for a log line: short and in one line. */
export function shortened(words: unknown): string {
  return String(words)
    .replaceAll(/[\p{C}\s]+/gu, " ")
    .slice(0, 200)
}

/** OPS-3: a phone or an id card that the other side repeats is no business of the log. Its error codes are shorter. */
export function withoutLongNumbers(words: string): string {
  return words.replaceAll(/\d{9,}/g, "***")
}

/**
 * SSO-8: to nowhere that the operator has not allowed, at most `waitMs`, no redirect is followed. Encrypted, or within listed networks:
 * secrets are sent, and whoever changed an answer on its way would sign in as anybody.
 */
export async function ask(
  { outbound }: ProviderParts,
  address: URL,
  options: Omit<OutboundOptions, "signal"> = {},
): Promise<{ readonly status: number; readonly text: string }> {
  try {
    const answer = await outbound.read(address, {
      ...options,
      encrypts: true,
      signal: AbortSignal.timeout(waitMs),
    })
    return { status: answer.status, text: await answer.text() }
  } catch (error) {
    throw failureOf(error, address)
  }
}

export function failureOf(error: unknown, address: URL): ByOtherFailure {
  // The address without its parameters: some carry a secret.
  const where = `${address.origin}${address.pathname}`
  if (error instanceof InnerAddressRefusal) return new ByOtherFailure("inner", where)
  return new ByOtherFailure(
    "unreachable",
    `${where}: ${shortened((error as Error).message)}`,
    wordsOfConnection(error),
  )
}

export async function askJson<T>(
  parts: ProviderParts,
  address: URL,
  shape: z.ZodType<T>,
  { json, headers, ...options }: Omit<OutboundOptions, "signal" | "body"> & { readonly json?: unknown } = {},
): Promise<T> {
  const { status, text } = await ask(parts, address, {
    ...options,
    headers: {
      accept: "application/json",
      ...(json === undefined ? {} : { "content-type": "application/json; charset=utf-8" }),
      ...(headers as Record<string, string> | undefined),
    },
    ...(json === undefined ? {} : { body: JSON.stringify(json) }),
  })
  const where = `${address.origin}${address.pathname}`
  let parsed: unknown
  try {
    parsed = JSON.parse(text)
  } catch {
    throw new ByOtherFailure(
      status >= 500 ? "unreachable" : "invalid",
      `${where}: HTTP ${status}, not JSON`,
      `对方的回答不是预期的内容（HTTP ${status}），请检查服务地址`,
    )
  }
  const read = shape.safeParse(parsed)
  if (read.success) return read.data
  const told = shortened(refusalIn(parsed))
  throw new ByOtherFailure(
    "refused",
    `${where}: HTTP ${status}, ${told}`,
    // Whoever looks it up in the other side's documents needs its very words.
    `对方拒绝了请求，请检查应用标识和密钥（对方的回答：${told === "" ? `HTTP ${status}` : told}）`,
    z.object({ errcode: z.int() }).safeParse(parsed).data?.errcode ?? null,
  )
}

/** The words of an answer that is not what was asked for: each of the three has names of its own for them. */
function refusalIn(answer: unknown): string {
  const { errcode, errmsg, code, message, msg, error, error_description } = (answer ?? {}) as Record<
    string,
    unknown
  >
  return [errcode, errmsg, code, message ?? msg, error, error_description]
    .filter((word) => typeof word === "string" || typeof word === "number")
    .join(" ")
}

/** Each once: of two, one may be there to be overlooked. */
export function parameterOf(answer: URL, name: string): string {
  const [value, ...others] = answer.searchParams.getAll(name)
  if (value === undefined || value === "" || others.length > 0)
    throw new ByOtherFailure("invalid", `the parameter ${name} is missing or there twice`)
  return value
}

/** The other side's own word that somebody went back, or that it will not. */
export function refuseErrorIn(answer: URL): void {
  const error = answer.searchParams.get("error")
  if (error === null) return
  const isCancelled = error === "access_denied" || error === "login_required"
  throw new ByOtherFailure(isCancelled ? "cancelled" : "refused", shortened(error))
}
