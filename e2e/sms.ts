import { expect, type Page } from "@playwright/test"
import { demoMessageCalls, DemoMessage } from "@uc/contract/demo/message-calls"
import { query } from "./database.ts"

/** A phone gets one message in five minutes and a test can't wait for the next. */
export async function forgetSmsQuotas(): Promise<void> {
  await query("delete from quota where key like 'sms:%'")
}

async function messagesTo(page: Page, phone: string): Promise<DemoMessage[]> {
  const { service, path } = demoMessageCalls.list
  const answer = await page.request.get(`/${service}${path}`)
  const { data } = (await answer.json()) as { data: unknown }
  return DemoMessage.array()
    .parse(data)
    .filter((message) => message.phone === phone)
}

/** The code in the newest message to this phone (masked), once there are more than there were `before`. */
export async function codeOnPhone(page: Page, phone: string, before = 0): Promise<string> {
  await expect.poll(async () => (await messagesTo(page, phone)).length).toBeGreaterThan(before)
  const [newest] = await messagesTo(page, phone)
  const code = /\d{6}/.exec(newest?.text ?? "")?.[0]
  if (!code) throw new Error("There is no code in the message")
  return code
}

export async function messageCount(page: Page, phone: string): Promise<number> {
  return (await messagesTo(page, phone)).length
}

/** Of a demo account: as it is, and as the pages show it. */
export async function phoneOf(account: string): Promise<{ readonly phone: string; readonly masked: string }> {
  const [row] = await query<{ phone: string }>("select phone from person where account = $1", [account])
  if (!row) throw new Error(`${account} has no phone`)
  return { phone: row.phone, masked: `${row.phone.slice(0, 3)}****${row.phone.slice(7)}` }
}
