import { cutText } from "@uc/contract/core/cut-text"
import { portalBase } from "@uc/contract/core/site-defaults"
import { identityLimits } from "@uc/contract/identity-sources/calls"
import {
  byOtherPath,
  byOtherProblemParameter,
  byOtherTicket,
  identityBase,
  signOutThere,
  type ByOtherProblem,
} from "@uc/contract/identity-sources/problems"
import { MobilePhone } from "@uc/contract/login/calls"
import { sql } from "drizzle-orm"
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify"
import { z } from "zod"
import { unrestricted } from "../../db/scope.ts"
import { originOf } from "../../http/host.ts"
import type { Services } from "../../http/services.ts"
import { addressKey } from "../../security/address-key.ts"
import { takeQuota } from "../../security/quota.ts"
import { plainAddress } from "../../session/caller.ts"
import { deviceBehind, type Device } from "../../session/device.ts"
import { askInTurn } from "./ask-in-turn.ts"
import { keep, randomSecret, randomState, takeKept, type ProvenIdentity } from "./flow.store.ts"
import { withoutLongNumbers } from "./providers/ask.ts"
import { ByOtherFailure, type Identity, type Source } from "./providers/provider.ts"
import { appOf } from "./providers/in-app.ts"
import { providerOf } from "./providers/providers.ts"
import { addressesOf, sourceInUse } from "./sources.store.ts"

/** Each makes requests of ours to the other side. A whole school may share one address. */
const perMinute = { browser: 20, address: 240 } as const

const longestToken = 4000

const Key = z.object({ key: z.string().regex(/^[0-9a-f]{24}$/) })
/** Of two return addresses one may be there to be overlooked: then none counts. */
const Wanted = z.object({ returnUrl: z.string().max(2000).optional().catch(undefined) })

/** SSO-4: the two addresses that a browser goes to while somebody signs in by another. Every end is a page of the portal. */
export function serveSignInByOthers(app: FastifyInstance, services: Services): void {
  const serve = (path: string, work: Work) =>
    app.route({
      method: "GET",
      url: `${identityBase}/:key${path}`,
      exposeHeadRoute: false,
      handler: (request, reply) => toThePortal(services, request, reply, work),
    })
  serve("", begin)
  serve("/callback", goOn)
  serve(signOutThere.path, leave)
}

type Work = (services: Services, request: FastifyRequest, device: Device, key: string) => Promise<string>

async function toThePortal(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  work: Work,
): Promise<FastifyReply> {
  // Neither the answer nor what the other side put into the address is kept anywhere.
  reply.header("cache-control", "no-store").header("referrer-policy", "no-referrer")
  try {
    const key = Key.safeParse(request.params)
    if (!key.success) throw new ByOtherFailure("gone", "no such address")
    const device = deviceBehind(request, reply, true)
    await takeTurn(services, request, device)
    return await reply.redirect(await work(services, request, device, key.data.key))
  } catch (error) {
    return reply.redirect(loginWith(problemIn(error, request)))
  }
}

function problemIn(error: unknown, request: FastifyRequest): ByOtherProblem {
  if (error instanceof ByOtherFailure) {
    // Whose configuration is wrong is read in the log; people who go back are no news.
    if (error.problem !== "cancelled" && error.problem !== "expired")
      request.log.warn(
        { problem: error.problem, detail: withoutLongNumbers(error.detail) },
        "A sign-in by another did not go on",
      )
    return error.problem
  }
  request.log.error({ err: error }, "A sign-in by another failed")
  return "fault"
}

function loginWith(problem: ByOtherProblem): string {
  return `${portalBase}#/newLogin?${new URLSearchParams({ [byOtherProblemParameter]: problem }).toString()}`
}

async function takeTurn({ database }: Services, request: FastifyRequest, { hash }: Device): Promise<void> {
  const ip = plainAddress(request.ip)
  const taken = await database.transaction(unrestricted, (db) =>
    takeQuota(db, [
      { key: `by-other-browser:${hash.toString("hex")}`, seconds: 60, atMost: perMinute.browser },
      { key: `by-other-address:${addressKey(ip)}`, seconds: 60, atMost: perMinute.address },
    ]),
  )
  if (!taken.ok) throw new ByOtherFailure("busy", "too many in a minute")
}

async function begin(
  services: Services,
  request: FastifyRequest,
  device: Device,
  key: string,
): Promise<string> {
  const { database, keyed, site } = services
  const source = await database.transaction(unrestricted, (db) => sourceInUse(db, keyed, { key }))
  if (!source) throw new ByOtherFailure("gone", "no such source, or it is switched off")
  const { callback } = addressesOf(originOf(site, request), key)
  const begun = { callback, state: randomState(), nonce: randomSecret(), verifier: randomSecret() }
  // No transaction is open while the other side is asked.
  const inApp = appOf(request.headers["user-agent"])
  const address = await askInTurn(services, source, () =>
    providerOf(services, source).begin(source, begun, inApp),
  )
  const { state, nonce, verifier } = begun
  const { returnUrl } = Wanted.parse(request.query)
  const what = { sourceId: source.id, callback, nonce, verifier, returnUrl: returnUrl ?? null }
  await database.transaction(unrestricted, (db) => keep(db, keyed, "begun", device, what, state))
  return address.href
}

async function goOn(
  services: Services,
  request: FastifyRequest,
  device: Device,
  key: string,
): Promise<string> {
  const { database, keyed } = services
  const state = z.object({ state: z.string().min(1).max(200) }).safeParse(request.query)
  if (!state.success) throw new ByOtherFailure("expired", "no state, or two")
  const found = await database.transaction(unrestricted, async (db) => {
    const begun = await takeKept(db, keyed, "begun", device, state.data.state)
    return begun && { begun, source: await sourceInUse(db, keyed, { id: begun.sourceId }) }
  })
  if (!found) throw new ByOtherFailure("expired", "no sign-in of this browser waits for it")
  const { begun, source } = found
  if (!source) throw new ByOtherFailure("gone", "switched off meanwhile")
  // Each source has an address of its own: what came for one is never shown to another.
  if (source.key !== key)
    throw new ByOtherFailure("invalid", "the answer came to the address of another source")
  const answer = new URL(begun.callback)
  answer.search = new URL(request.url, begun.callback).search
  const identity = await askInTurn(services, source, () =>
    providerOf(services, source).finish(source, { ...begun, state: state.data.state }, answer),
  )
  const ticket = await database.transaction(unrestricted, async (db) => {
    const { rows } = await db.execute<{ at: number }>(sql`select floor(extract(epoch from now()))::int as at`)
    const proven = provenFrom(services, source, identity, rows[0]?.at ?? 0)
    return keep(db, keyed, "proven", device, proven)
  })
  const parameters = new URLSearchParams({
    [byOtherTicket]: ticket,
    ...(begun.returnUrl === null ? {} : { returnUrl: begun.returnUrl }),
  })
  return `${portalBase}#${byOtherPath}?${parameters.toString()}`
}

/** The session here has ended already: whatever fails, the browser ends at the login page. */
async function leave(
  services: Services,
  request: FastifyRequest,
  device: Device,
  key: string,
): Promise<string> {
  const { database, keyed, site } = services
  const ticket = z.object({ [signOutThere.ticket]: z.string().min(1).max(200) }).safeParse(request.query)
  const found =
    ticket.success &&
    (await database.transaction(unrestricted, async (db) => {
      const leaving = await takeKept(db, keyed, "leaving", device, ticket.data[signOutThere.ticket] ?? "")
      return leaving && { leaving, source: await sourceInUse(db, keyed, { id: leaving.sourceId }) }
    }))
  // An old address, or one of another browser: there is nothing to sign out of.
  if (!found || found.source?.key !== key) return portalBase
  const { leaving, source } = found
  const back = addressesOf(originOf(site, request), key).signedOut
  try {
    const address = await askInTurn(
      services,
      source,
      async () => (await providerOf(services, source).signOut?.(source, leaving.idToken, back)) ?? null,
    )
    if (address) return address.href
    throw new ByOtherFailure("stillThere", "the other side has no address for signing out")
  } catch (error) {
    if (!(error instanceof ByOtherFailure)) throw error
    throw new ByOtherFailure("stillThere", error.message)
  }
}

function provenFrom({ keyed }: Services, source: Source, identity: Identity, at: number): ProvenIdentity {
  const { authority, subject, mail } = identity
  if (subject === "" || subject.length > 500) throw new ByOtherFailure("invalid", "there is no subject")
  const [name, account] = [shown(identity.name), shown(identity.account)]
  const label = name !== "" && account !== "" && name !== account ? `${name}（${account}）` : name || account
  return {
    sourceId: source.id,
    subject: keyed.mac("identity", authority, subject).toString("base64"),
    label: label || source.name,
    name,
    account,
    mail: mail === null ? null : mail.trim().toLowerCase(),
    phone: mobileIn(identity.phone),
    at,
    idToken: source.signsOutThere ? fittingToken(identity) : null,
  }
}

/** It is shown in an address: longer ones are refused by servers. Then the client's id alone is shown. */
function fittingToken({ idToken }: Identity): string | null {
  return idToken !== undefined && idToken.length <= longestToken ? idToken : null
}

/** One of this country, as it is typed here; empty: none. */
function mobileIn(phone: string | null): string {
  const digits = (phone ?? "").replace(/^\+86/, "").replaceAll(/[\s-]/g, "")
  return MobilePhone.safeParse(digits).success ? digits : ""
}

/** As people read it: another's word may hold anything. */
function shown(word: string): string {
  return cutText(word.replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, "").trim(), identityLimits.label / 2)
}
