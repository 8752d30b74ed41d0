import type { SiteConfig } from "@uc/contract/core/site"
import { signOnMessages } from "@uc/contract/applications/calls"
import { portalBase } from "@uc/contract/core/site-defaults"

export function escaped(text: string): string {
  const entities: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" }
  return text.replaceAll(/[&<>"]/g, (found) => entities[found] ?? "")
}

/** The few pages that no part of the portal shows: without a script, readable on a phone and in the dark. */
export function page({ brand }: SiteConfig, title: string, body: string): string {
  return `<!doctype html>
<html lang="zh-CN">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escaped(title)} - ${escaped(brand.name)}</title>
<style>
:root { --back: #f3f4f8; --card: #fff; --line: #d9dee8; --ink: #16202e; --soft: #5b6678; --main: #1a5cd7; --on: #fff; }
@media (prefers-color-scheme: dark) {
  :root { --back: #0d131c; --card: #161e2b; --line: #2b3648; --ink: #e8ecf3; --soft: #9aa7bb; --main: #2f6fe8; }
}
body { margin: 0; min-height: 100vh; display: grid; place-items: center; font: 16px/1.6 system-ui, sans-serif;
  background: var(--back); color: var(--ink); }
main { box-sizing: border-box; width: calc(100% - 32px); max-width: 460px; padding: 24px; text-align: center;
  background: var(--card); border: 1px solid var(--line); border-radius: 12px; }
h1 { margin: 0 0 12px; font-size: 20px; }
main > :last-child { margin-bottom: 0; }
small { color: var(--soft); overflow-wrap: anywhere; }
button, a.button { display: inline-block; margin: 8px; padding: 8px 20px; font: inherit; cursor: pointer; text-decoration: none;
  color: var(--ink); background: var(--card); border: 1px solid var(--line); border-radius: 6px; }
button[value="yes"], a.button:not(.plain) { color: var(--on); background: var(--main); border-color: var(--main); }
</style>
</head>
<body><main><h1>${escaped(title)}</h1>${body}</main></body>
</html>`
}

export const toPortal = `<p><a class="button" href="${portalBase}">返回门户</a></p>`

/** `form`: the provider's own, which the buttons belong to. `application`: whose page led here; null: nobody says. */
export function signOutPage(site: SiteConfig, form: string, application: string | null): string {
  if (application === null)
    return page(
      site,
      "退出登录",
      `<p>是否退出${escaped(site.brand.name)}和从这里登录的应用？</p>${form}
<p><button type="submit" form="op.logoutForm" name="logout" value="yes">全部退出</button>
<a class="button plain" href="${portalBase}">不退出</a></p>`,
    )
  return page(
    site,
    "退出登录",
    `<p>您已退出“${escaped(application)}”。是否同时退出${escaped(site.brand.name)}和从这里登录的其他应用？</p>${form}
<p><button autofocus type="submit" form="op.logoutForm" name="logout" value="yes">全部退出</button>
<button type="submit" form="op.logoutForm">只退出该应用</button></p>`,
  )
}

export function signedOutPage(site: SiteConfig): string {
  return page(site, "已退出登录", toPortal)
}

export function errorPage(
  site: SiteConfig,
  { error, description }: { readonly error: string; readonly description?: string },
): string {
  const technical = description === undefined ? error : `${error}: ${description}`
  return page(
    site,
    "无法登录该应用",
    `<p>请回到该应用重新登录。仍然不行时，请把下面的内容告诉该应用的管理员。</p>
<p><small>${escaped(technical)}</small></p>${toPortal}`,
  )
}

/** Of a sign-out that an application has sent: nobody was signed out by it. Of one who had signed out before, it is said too. */
export function signOutErrorPage(
  site: SiteConfig,
  { error, description }: { readonly error: string; readonly description?: string },
  isSignedIn: boolean,
): string {
  const technical = description === undefined ? error : `${error}: ${description}`
  return page(
    site,
    "无法退出登录",
    `<p>${isSignedIn ? "该退出请求无效，您仍处于登录状态，可以返回门户后退出。" : "该退出请求无效。您在门户中没有登录，或已经退出。"}</p>
<p><small>${escaped(technical)}</small></p>
<p>请把本页内容告诉该应用所属单位的管理员：提示中有 post_logout_redirect_uri 时，请在“应用接入”中核对该应用的“退出后返回的地址”；其他情况请联系应用厂商。</p>${toPortal}`,
  )
}

/** FAULT-10: more sign-ons wait for somebody to sign in than are kept. */
export function crowdedPage(site: SiteConfig): string {
  return page(site, "暂时无法登录该应用", `<p>${signOnMessages.crowded}</p>${toPortal}`)
}

/** SSO-3: the commonest mistake of an entry. `address`: what the application sent, shown as text alone. */
export function unknownAddressPage(site: SiteConfig, address: string): string {
  const received =
    address === ""
      ? "<p>该应用没有发来登录回调地址。</p>"
      : `<p>该应用发来的登录回调地址没有登记：</p><p><small>${escaped(address)}</small></p>`
  return page(
    site,
    "无法登录该应用",
    `${received}
<p>请把本页内容告诉该应用所属单位的管理员：在“应用接入”中修改该应用，把上面的地址一字不差地填入“登录回调地址”；如果这不是该应用的地址，请不要填写，并联系应用厂商。</p>${toPortal}`,
  )
}
