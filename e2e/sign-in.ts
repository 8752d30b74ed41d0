import { createHash } from "node:crypto"
import { expect, type BrowserContext, type Page } from "@playwright/test"
import { demoPassword, type demoAccounts } from "@uc/contract/demo/accounts"
import { accountCalls } from "@uc/contract/account/calls"
import { awarenessCalls } from "@uc/contract/awareness/calls"
import { portalBase } from "@uc/contract/core/site-defaults"

export type Account = (typeof demoAccounts)[number]["account"]

/** A call's address, as `page.route` and `waitForRequest` want it. */
export function addressOf({ service, path }: { readonly service: string; readonly path: string }): RegExp {
  return new RegExp(`/${service}${path.replaceAll(".", "\\.")}(\\?|$)`)
}

/** The browser gets its cookie as the login page would get it, without the page: for tests about something else. */
export async function signIn(
  page: Page,
  account: Account,
  { withMonitor = false }: { readonly withMonitor?: boolean } = {},
): Promise<void> {
  const { service, path } = accountCalls.signIn
  const password = createHash("md5").update(demoPassword).digest("hex").toUpperCase()
  const home = await page.request.get(portalBase)
  const answer = await page.request.post(`/${service}${path}`, {
    headers: { origin: new URL(home.url()).origin },
    form: { account, password },
  })
  expect(answer.status(), await answer.text()).toBe(200)
  const { data } = (await answer.json()) as { readonly data: { readonly id: string } }
  await endWithItsBrowser(page.context(), new URL(home.url()).origin)
  // Most tests are about something else, and a warning would lie over it.
  if (withMonitor) return
  await page.addInitScript((id) => sessionStorage.setItem("uc:monitor-closed", id), data.id)
  await tellNothing(page)
}

/** DAY-2: what is told to everybody can't be switched off, so here nothing is told. Not by `page.route`, which ends the browser's cache. */
async function tellNothing(page: Page): Promise<void> {
  const { service, path: mine } = awarenessCalls.mine
  await page.addInitScript((address) => {
    const real = window.fetch
    window.fetch = (asked, more) =>
      typeof asked === "string" && asked.includes(address)
        ? Promise.resolve(new Response(JSON.stringify({ ret: 1, msg: null, data: { items: [], total: 0 } })))
        : real(asked, more)
  }, `/${service}${mine}`)
}

/**
 * An account has at most five sessions, and the sixth ends the oldest: without this the browsers of tests that are long
 * over would push out that of a story which another worker is in the middle of.
 */
async function endWithItsBrowser(context: BrowserContext, origin: string): Promise<void> {
  const { service, path } = accountCalls.signOut
  const cookies = await context.cookies(origin)
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join("; ")
  // Nobody waits for it: where the product has gone with its test there is nothing to end.
  context.once("close", () => {
    fetch(`${origin}/${service}${path}`, { method: "POST", headers: { origin, cookie } }).catch(() => {})
  })
}

/** Goes to a path of the portal in a new document, as somebody does who opens a link in a new tab. */
export async function open(page: Page, path: string): Promise<void> {
  await page.goto(`${portalBase}#${path}`)
}

/** The path that the address bar shows behind the hash. */
export function pathOf(page: Page): string {
  return new URL(page.url()).hash.slice(1)
}
