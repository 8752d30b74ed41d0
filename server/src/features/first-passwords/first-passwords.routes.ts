import {
  firstPasswordCalls,
  firstPasswordLimits,
  firstPasswordMessages,
} from "@uc/contract/first-passwords/calls"
import type { OrganisationFilter } from "@uc/contract/directory/calls"
import type { Id } from "@uc/contract/core/wire"
import { reachedArea } from "../areas/public.ts"
import { grouped } from "../../db/queries/grouped.ts"
import { Refusal } from "../../errors/refusal.ts"
import { implementCalls } from "../../http/calls/implement-calls.ts"
import type { RequestContext } from "../../http/calls/request-context.ts"
import { oneTimePassword } from "../../security/sign-in/one-time-password.ts"
import { mustAdministerFully } from "../../session/administered.ts"
import { foundOrForbidden, outOfReach } from "../../session/reach.ts"
import { encryptedXlsx } from "../../sheet/encrypted-xlsx.ts"
import { xlsxOf } from "../../sheet/xlsx-writer.ts"
import {
  addSheet,
  candidates,
  holdBeginning,
  isOwnImport,
  listSheets,
  lockedSheet,
  sealedPasswords,
  setDownloaded,
  type Source,
} from "./first-passwords.store.ts"
import { nudgeFirstPasswords } from "./give-first-passwords.ts"

export const firstPasswordRoutes = implementCalls(firstPasswordCalls, (services) => ({
  begin: async ({ way, days, ...named }, context) => {
    if (way === "sms" && services.sms === null)
      throw new Refusal(firstPasswordMessages.smsOff, { field: "way" })
    const { db, user } = context
    const source = await sourceOf(context, named)
    const all = await candidates(db, user.user, source)
    // Somebody was named whom they may not reset: nothing is told of who.
    if (source.of === "people" && all.length < source.ids.length) throw outOfReach()
    const people = all.filter(({ isActivated }) => !isActivated)
    if (people.length === 0) throw new Refusal(firstPasswordMessages.noneLeft)
    if (people.length > firstPasswordLimits.people) throw new Refusal(firstPasswordMessages.tooMany)
    await holdBeginning(db)
    const byOrganisation = grouped(people, ({ orgId }) => orgId)
    for (const [org, own] of byOrganisation)
      await addSheet(
        db,
        org,
        own.map(({ id }) => id),
        { by: user.user.id, way, days },
      )
    const counts = { people: people.length, organisations: byOrganisation.size }
    context.note({ ...counts, way, days, source: source.of })
    nudgeFirstPasswords(services)
    return { ...counts, activated: all.length - people.length }
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
    const people = await sealedPasswords(db, id)
    if (people.length === 0) throw new Refusal(firstPasswordMessages.nothingLeft, { status: 409 })
    // HOME-6: whoever could sign in as somebody above them would be above them.
    if (people.some(({ admintype }) => admintype > user.user.admintype))
      throw new Refusal(firstPasswordMessages.aboveYou, { status: 403 })
    const until = sheet.until.slice(0, 16)
    const workbook = await xlsxOf([
      {
        name: "初始密码",
        columns: [
          { title: "姓名", width: 14 },
          { title: "账号", width: 20 },
          { title: "部门", width: 30 },
          { title: "一次性密码", width: 22 },
          { title: "有效期至", width: 20 },
        ],
        rows: people.map(({ name, account, departments, sealed }) => [
          name,
          account,
          departments,
          services.keyed.unseal(sealed),
          until,
        ]),
      },
      {
        name: "说明",
        columns: [{ title: "使用说明", width: 80 }],
        rows: [
          ["请把每个人的账号和一次性密码单独告知本人，不要在群里公布整张表。"],
          ["首次登录时必须设置自己的密码，之后一次性密码立即失效。"],
          [`一次性密码在${until}前有效；过期未登录的人员，可在人员列表中筛选“未激活”后重新生成。`],
          ["发放完毕后请删除本文件。"],
        ],
      },
    ])
    const password = oneTimePassword()
    const content = (await encryptedXlsx(workbook, password)).toString("base64")
    await setDownloaded(db, id, user.user.id)
    context.note({ id, orgname: organisation.name, people: people.length })
    return { name: `${organisation.name}初始密码.xlsx`, content, password }
  },
}))

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
