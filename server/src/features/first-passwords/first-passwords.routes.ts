import {
  firstPasswordCalls,
  firstPasswordLimits,
  firstPasswordMessages,
} from "@uc/contract/first-passwords/calls"
import type { OrganisationFilter } from "@uc/contract/directory/calls"
import type { Id } from "@uc/contract/core/wire"
import { reachedArea } from "../areas/public.ts"
import { grouped } from "../../db/queries/grouped.ts"
import type { Database } from "../../db/open.ts"
import { Refusal } from "../../errors/refusal.ts"
import { implementCalls } from "../../http/calls/implement-calls.ts"
import type { RequestContext } from "../../http/calls/request-context.ts"
import { portalAddress } from "../../security/portal-address.ts"
import { oneTimePassword } from "../../security/sign-in/one-time-password.ts"
import { mustAdministerFully } from "../../session/administered.ts"
import { foundOrForbidden, outOfReach } from "../../session/reach.ts"
import { peopleWithRolesBeyond } from "../../session/rights/covers-roles.ts"
import { encryptedXlsx } from "../../sheet/encrypted-xlsx.ts"
import { xlsxOf } from "../../sheet/xlsx-writer.ts"
import {
  addSheet,
  candidates,
  holdBeginning,
  isOwnImport,
  listSheets,
  lockedSheet,
  sealedSecrets,
  setDownloaded,
  type Source,
} from "./first-passwords.store.ts"
import { nudgeFirstPasswords } from "./give-first-passwords.ts"
import { handedOut } from "./handed-out.ts"

export const firstPasswordRoutes = implementCalls(firstPasswordCalls, (services) => ({
  begin: async ({ secretKind, way, days, scope, ...named }, context) => {
    if (way === "sms" && services.sms === null)
      throw new Refusal(firstPasswordMessages.smsOff, { field: "way" })
    const { db, user } = context
    const source = await sourceOf(context, named)
    const { missing, holding, activated } = await sorted(services, context, source)
    const people = scope === "all" ? [...missing, ...holding] : missing
    if (people.length === 0)
      throw new Refusal(
        holding.length > 0 ? firstPasswordMessages.allHold(holding.length) : firstPasswordMessages.noneLeft,
      )
    if (people.length > firstPasswordLimits.people) throw new Refusal(firstPasswordMessages.tooMany)
    await holdBeginning(db)
    const page = secretKind === "link" ? portalAddress(services.site, context.caller.origin) : null
    const byOrganisation = grouped(people, ({ orgId }) => orgId)
    for (const [org, own] of byOrganisation)
      await addSheet(
        db,
        org,
        own.map(({ id }) => id),
        { by: user.user.id, secretKind, way, days, page },
      )
    const counts = { people: people.length, organisations: byOrganisation.size }
    const replaced = scope === "all" ? holding.length : 0
    context.note({ ...counts, replaced, secretKind, way, days, source: source.of })
    nudgeFirstPasswords(services)
    return { ...counts, activated: activated.length, holding: holding.length - replaced }
  },

  count: async (named, context) => {
    const found = await sorted(services, context, await sourceOf(context, named))
    return {
      missing: found.missing.length,
      holding: found.holding.length,
      activated: found.activated.length,
    }
  },

  list: async ({ orgid }, context) => {
    if (orgid !== undefined) await mustAdministerFully(context, orgid)
    const sheets = await listSheets(context.db, context.user.user, orgid)
    // A process that stopped halfway is gone: whoever looks has it go on.
    if (sheets.some(({ state }) => state === "running")) nudgeFirstPasswords(services)
    return sheets
  },

  download: async ({ id }, context) => {
    const { db, user } = context
    const sheet = foundOrForbidden(await lockedSheet(db, id))
    const organisation = await mustAdministerFully(context, sheet.orgId)
    if (sheet.isDownloaded) throw new Refusal(firstPasswordMessages.downloadedBefore, { status: 409 })
    if (sheet.waiting > 0) throw new Refusal(firstPasswordMessages.notReady, { status: 409 })
    const people = await sealedSecrets(db, id)
    if (people.length === 0) throw new Refusal(firstPasswordMessages.nothingLeft, { status: 409 })
    // HOME-6: whoever could sign in as somebody above them would be above them.
    const beyond = await peopleWithRolesBeyond(
      services.database,
      user,
      people.map((one) => one.id),
    )
    if (beyond.size > 0 || people.some(({ admintype }) => admintype > user.user.admintype))
      throw new Refusal(firstPasswordMessages.aboveYou, { status: 403 })
    const told = people.map(({ id: _person, sealed, ...one }) => ({
      ...one,
      secret: services.keyed.unseal(sealed),
    }))
    const workbook = await xlsxOf(handedOut(told, { page: sheet.page, until: sheet.until.slice(0, 16) }))
    const password = oneTimePassword()
    const content = (await encryptedXlsx(workbook, password)).toString("base64")
    await setDownloaded(db, id, user.user.id)
    context.note({ id, orgname: organisation.name, people: people.length })
    const what = sheet.page === null ? "初始密码" : "激活链接"
    return { name: `${organisation.name}${what}.xlsx`, content, password }
  },
}))

/** Those whom the caller may give one, by what they have already. */
async function sorted(
  { database }: { readonly database: Database },
  context: RequestContext,
  source: Source,
) {
  const { db, user } = context
  const found = await candidates(db, user.user, source)
  const beyond = await peopleWithRolesBeyond(
    database,
    user,
    found.map(({ id }) => id),
  )
  const all = found.filter(({ id }) => !beyond.has(id))
  // Somebody was named whom they may not reset: nothing is told of who.
  if (source.of === "people" && all.length < source.ids.length) throw outOfReach()
  return {
    missing: all.filter(({ isActivated, isHolding }) => !isActivated && !isHolding),
    holding: all.filter(({ isActivated, isHolding }) => !isActivated && isHolding),
    activated: all.filter(({ isActivated }) => isActivated),
  }
}

interface Named extends OrganisationFilter {
  readonly personids?: readonly Id[] | undefined
  readonly orgid?: Id | undefined
  readonly importid?: Id | undefined
  readonly areaid?: Id | undefined
}

async function sourceOf(
  context: RequestContext,
  { personids, orgid, importid, areaid, ...filter }: Named,
): Promise<Source> {
  if (orgid !== undefined) return { of: "organisation", id: (await mustAdministerFully(context, orgid)).id }
  if (importid !== undefined) {
    if (!(await isOwnImport(context.db, context.user.user, importid))) throw outOfReach()
    return { of: "import", id: importid }
  }
  if (areaid !== undefined) {
    const { path } = foundOrForbidden(await reachedArea(context.db, context.scope, areaid))
    return { of: "area", path, filter }
  }
  return { of: "people", ids: [...new Set(personids)] }
}
