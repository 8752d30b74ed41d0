import { createHash } from "node:crypto"
import { casMessages } from "@uc/contract/applications/cas"
import type { SiteConfig } from "@uc/contract/core/site"
import type { FastifyReply } from "fastify"
import { contentSecurityPolicy } from "../../../http/headers.ts"
import { escaped, page, toPortal } from "../oidc/provider-pages.ts"

function html(reply: FastifyReply, status: number, text: string): FastifyReply {
  return reply.code(status).type("text/html; charset=utf-8").send(text)
}

interface Refused {
  readonly status: number
  readonly words: string
  /** The address that the application gave and that no entry has, so that its administrator can compare and enter it. */
  readonly service?: string
}

/** Why nobody is led on. The address is shown, and never followed. */
export function refuseSignOn(reply: FastifyReply, site: SiteConfig, refused: Refused): FastifyReply {
  const { status, words, service } = refused
  const given =
    service === undefined
      ? ""
      : `<p><small>service: ${escaped(service.slice(0, 400))}</small></p><p>${casMessages.whereToEnter}</p>`
  return html(reply, status, page(site, "无法登录该应用", `<p>${escaped(words)}</p>${given}${toPortal}`))
}

export function showSignedOut(reply: FastifyReply, site: SiteConfig): FastifyReply {
  const words = "<p>您已退出登录，从这里登录的其他应用也会随之退出。</p>"
  return html(reply, 200, page(site, "已退出登录", `${words}${toPortal}`))
}

const submit = "document.forms[0].submit()"
const submitHash = `'sha256-${createHash("sha256").update(submit).digest("base64")}'`

/** `method=POST`: the ticket is not in the address. Without scripts there is the button. */
export function postTicket(
  reply: FastifyReply,
  site: SiteConfig,
  { service, ticket }: { readonly service: string; readonly ticket: string },
): FastifyReply {
  const policy = contentSecurityPolicy(site, [], [submitHash])
  const { origin } = new URL(service)
  reply.header("content-security-policy", policy.replace("form-action 'self'", `form-action ${origin}`))
  const form = `<form method="post" action="${escaped(service)}"><input type="hidden" name="ticket" value="${escaped(ticket)}">
<p>${escaped(casMessages.goOn)}</p><button>继续</button></form><script>${submit}</script>`
  return html(reply, 200, page(site, "登录应用", form))
}
