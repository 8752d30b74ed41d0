import { peopleCalls } from "@uc/contract/people/calls"
import { reauthCalls } from "@uc/contract/reauth/calls"
import { accountCalls } from "@uc/contract/account/calls"
import { defaultSiteConfig } from "@uc/contract/core/site-defaults"
import type { Call } from "@uc/contract/core/call"
import type { Benchmark, Context } from "./benchmark.ts"
import { signedIn } from "./product.ts"
import { compared } from "./statistics.ts"

const dialogs = 500
const sessionsPerPerson = 5
const windowS = 10
const mid = "domain-delete"

/** Q3. */
export const qrPoll: Benchmark = {
  name: "qr-poll",
  goal: "500 open QR dialogs that poll each second: p99 at most 100 ms",
  async run(context) {
    const { address } = await context.product()
    const cookies = await openDialogs(context, address)
    const poll = (cookie: string) => ask(address, cookie, reauthCalls.pollQrcode, { mid })
    const beside = (cookie: string) => ask(address, cookie, accountCalls.current, {})
    // A tenth of the people do something else meanwhile.
    const others = cookies.filter((_, at) => at % 10 === 0)

    await eachSecond(cookies, poll, 3)
    const ours: number[] = []
    const besides: number[] = []
    for (let window = 0; window < (context.isQuick ? 1 : 6); window++) {
      const [polls, rest] = await Promise.all([
        eachSecond(cookies, poll, windowS),
        eachSecond(others, beside, windowS),
      ])
      context.say(
        `${polls.length} polls, p99 ${p99(polls).toFixed(1)} ms; get_userinfo p99 ${p99(rest).toFixed(1)} ms; ${sentAway} sent away so far`,
      )
      ours.push(p99(polls))
      besides.push(p99(rest))
    }
    return [
      {
        name: `poll of ${dialogs} dialogs, p99`,
        unit: "ms",
        ...compared(ours, besides, "get_userinfo.action"),
        goal: { of: "value", limit: "at most", number: 100 },
      },
    ]
  },
}

/** Every one a session of its own with a code on its screen. */
async function openDialogs(context: Context, address: string): Promise<string[]> {
  const first = await cookieOf(address, "school")
  const { orgid } = (await ask(address, first, accountCalls.current, {})) as { orgid: string }
  const found = await ask(address, first, peopleCalls.search, { orgid, username: "" })
  const accounts = (found as { usercode: string }[])
    .map(({ usercode }) => usercode)
    .filter((account) => !["school", "teacher"].includes(account))
    .slice(0, dialogs / sessionsPerPerson)
  if (accounts.length * sessionsPerPerson < dialogs)
    throw new Error(`Only ${accounts.length} people work there: too few for ${dialogs} dialogs`)
  const waiting = Array.from({ length: sessionsPerPerson }, () => accounts).flat()
  const cookies: string[] = []
  const worker = async () => {
    for (let account = waiting.pop(); account !== undefined; account = waiting.pop()) {
      const cookie = await cookieOf(address, account)
      await ask(address, cookie, reauthCalls.qrcode, { mid })
      cookies.push(cookie)
    }
  }
  await Promise.all(Array.from({ length: 4 }, worker))
  context.say(`${cookies.length} dialogs are open`)
  return cookies
}

async function cookieOf(address: string, account: string): Promise<string> {
  const { name, value } = await signedIn(address, account)
  return `${name}=${value}`
}

let sentAway = 0

async function ask(
  address: string,
  cookie: string,
  { service, path, answerIn, fixed }: Call,
  input: Record<string, string>,
): Promise<unknown> {
  const query = new URLSearchParams({ ...fixed, ...input }).toString()
  const answer = await fetch(`${address}${defaultSiteConfig.services[service]}${path}?${query}`, {
    headers: { cookie },
  }).catch(() => null)
  // A machine that is too busy sends some away after a while; they count with the time that it took.
  if (answer === null || answer.status === 503) {
    await answer?.body?.cancel()
    sentAway++
    return null
  }
  if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
  return ((await answer.json()) as Record<string, unknown>)[answerIn]
}

/** Each asks once a second, spread over it as people open their dialogs, whether the last answer has come or not. */
async function eachSecond(
  visitors: readonly string[],
  act: (visitor: string) => Promise<unknown>,
  seconds: number,
): Promise<number[]> {
  const beganMs = performance.now()
  const all = visitors.flatMap((visitor, at) =>
    Array.from({ length: seconds }, async (_, second) => {
      const dueMs = beganMs + second * 1000 + (at / visitors.length) * 1000
      await new Promise((resolve) => setTimeout(resolve, dueMs - performance.now()))
      const sentMs = performance.now()
      await act(visitor)
      return performance.now() - sentMs
    }),
  )
  return Promise.all(all)
}

function p99(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.ceil(values.length * 0.99) - 1] ?? Number.NaN
}
