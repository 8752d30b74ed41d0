import { randomUUID } from "node:crypto"
import type { SignOutAnswer } from "@uc/contract/applications/sign-outs"
import { and, eq, isNull, sql } from "drizzle-orm"
import type { Db } from "../../../db/open.ts"
import { application } from "../../../db/schema/domains.ts"
import { tellOver } from "../oidc/telling.ts"
import { xmlText } from "./xml-text.ts"

/** As long as the provider waits for an application. */
const waitMs = 2500

interface Ended {
  readonly clientId: string
  /** The ticket that the sign-on began with: what the application knows it by. */
  readonly sid: string
  readonly service: string
}

/** SSO-2, SSO-7: single logout. Null: the application is not to be told any more. */
export async function byCas(
  db: Db,
  { clientId, sid, service }: Ended,
): Promise<(() => Promise<SignOutAnswer>) | null> {
  const [found] = await db
    .select({ address: application.backchannelAddress })
    .from(application)
    .where(
      and(
        eq(application.clientId, clientId),
        eq(application.protocol, "cas"),
        isNull(application.disabledAt),
        sql`not uc_is_disabled(${application.orgId})`,
      ),
    )
  if (!found) return null
  return async () => {
    const { status } = await tellOver(found.address ?? service, {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams({ logoutRequest: logoutRequest(sid) }),
      signal: AbortSignal.timeout(waitMs),
    })
    // The protocol has no answer. Clients that have read the message send whoever has no session to sign in, as any other request.
    return status < 400 ? "200" : String(status)
  }
}

/** A new one for each try, as the protocol wants it; it names nobody, because the ticket is enough. */
export function logoutRequest(ticket: string): string {
  const id = `LR-${randomUUID()}`
  const at = new Date().toISOString()
  return (
    `<samlp:LogoutRequest xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion"` +
    ` ID="${id}" Version="2.0" IssueInstant="${at}"><saml:NameID>@NOT_USED@</saml:NameID>` +
    `<samlp:SessionIndex>${xmlText(ticket)}</samlp:SessionIndex></samlp:LogoutRequest>`
  )
}
