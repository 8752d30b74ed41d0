import { importColumns, importKinds, type ImportKind } from "@uc/contract/imports/import-kinds"
import { importCalls, importLimits, importMessages, mayImport } from "@uc/contract/imports/calls"
import type { Id } from "@uc/contract/core/wire"
import { unrestricted } from "../../db/scope.ts"
import { implementCalls } from "../../http/calls/implement-calls.ts"
import type { RequestContext } from "../../http/calls/request-context.ts"
import { exportedFile } from "../../http/exported-file.ts"
import { writeAuditEntry } from "../../session/write-audit-entry.ts"
import { foundOrForbidden, mustAdminister } from "../../session/reach.ts"
import { Refusal } from "../../errors/refusal.ts"
import { takeQuota } from "../../security/quota.ts"
import { BadFile } from "../../sheet/bad-file.ts"
import { checkedFile } from "./files/checked-file.ts"
import { historySheet } from "./files/history-export.ts"
import { templateFile } from "./files/import-files.ts"
import { importJobs } from "./import-jobs.ts"
import type { ReadImport } from "./import-reader.ts"
import {
  askToCancel,
  beginImport,
  busyWith,
  dropFile,
  fileOf,
  importsOf,
  lockConfirmations,
  oneImport,
  ownImport,
  setAtWork,
  setCancelled,
  sizeOf,
  type ImportRow,
} from "./imports.store.ts"
import { presentSheet } from "./files/present-sheet.ts"

export function importRoutes(readImport: ReadImport) {
  return implementCalls(importCalls, (services) => ({
    template: async ({ kind }, context) => {
      mustImport(context, kind)
      const file = await templateFile(kind)
      return { name: `${importKinds[kind]}导入模板.xlsx`, content: file.toString("base64") }
    },

    exportPresent: ({ kind, orgid }, context) => {
      mustImport(context, kind)
      if (orgid !== undefined) {
        if (!isOfOrganisations(kind)) throw new Refusal(importMessages.notOfOrganisation)
        mustAdminister(context, orgid)
      }
      const sheets = [presentSheet(context, kind, orgid)]
      return exportedFile(context, {
        action: "imports.exportPresent",
        name: `现有${importKinds[kind]}`,
        sheets,
      })
    },

    begin: async ({ kind, name, bytes }, context) => {
      const { db, user } = context
      mustImport(context, kind)
      if (bytes === 0) throw new Refusal(importMessages.empty)
      if (bytes > importLimits.bytes) throw new Refusal(importMessages.tooLarge, { status: 413 })
      const quota = { key: `import:${user.user.id}`, seconds: 3600, atMost: importLimits.perHour }
      const taken = await takeQuota(db, [quota])
      if (!taken.ok)
        throw new Refusal(importMessages.tooOften, { status: 429, retryAfterS: taken.retryAfterS })
      const begun = { orgId: user.user.orgid, personId: user.user.id, kind, fileName: name, bytes }
      return { id: await beginImport(db, begun) }
    },

    check: async ({ id }, context) => {
      const own = await mustBeOwn(context, id)
      if (!["coming", "faulty", "ready", "failed", "interrupted"].includes(own.state))
        throw new Refusal(importMessages.notReady, { status: 409 })
      if ((await sizeOf(context.db, id)) !== own.bytes)
        throw new Refusal(own.state === "coming" ? importMessages.incomplete : importMessages.gone, {
          status: 409,
        })
      await setAtWork(context.db, id, "checking")
      importJobs(services, readImport).check({
        id,
        kind: own.kind,
        signedIn: context.user,
        ip: context.caller.ip,
      })
      return {}
    },

    one: async ({ id }, context) => {
      return foundOrForbidden(await oneImport(context.db, context.user.user.id, id))
    },

    // Queued before the first query: who waits holds no connection.
    marked: ({ id }, context) =>
      importJobs(services, readImport).oneAtATime(async () => {
        const own = foundOrForbidden(await ownImport(context.db, context.user.user.id, id, "look"))
        mustImport(context, own.kind)
        const file = await fileOf(context.db, id)
        if (file.length !== own.bytes) throw new Refusal(importMessages.gone, { status: 409 })
        try {
          const who = { services, signedIn: context.user, ip: context.caller.ip }
          const read = await readImport(own.kind, file, () => {})
          try {
            await checkedFile(context.db, who, { kind: own.kind, read }, () => {})
            const content = (await read.marked()).toString("base64")
            return { name: `${own.fileName.replace(/\.\w+$/, "")}（错误标注）.xlsx`, content }
          } finally {
            await read.close()
          }
        } catch (error) {
          if (error instanceof BadFile) throw new Refusal(error.message)
          throw error
        }
      }),

    run: async ({ id, disablesMissing }, context) => {
      const own = await mustBeOwn(context, id)
      const { found, kind } = own
      if (own.state !== "ready" || !found?.preview)
        throw new Refusal(importMessages.notReady, { status: 409 })
      const willDisable = disablesMissing === 1 && found.preview.canDisable > 0
      if (found.preview.new + found.preview.changed === 0 && !willDisable)
        throw new Refusal(importMessages.nothingToDo, { status: 409 })
      await lockConfirmations(context.db)
      // Unrestricted: another import may be an other organisation's.
      const touched = found.touched
      const busy = await services.database.transaction(unrestricted, (db) => busyWith(db, touched, kind))
      if (busy !== null) throw new Refusal(importMessages.busy(busy), { status: 409 })
      await setAtWork(context.db, id, "running", touched)
      context.note({ id, kind, file: own.fileName, rows: found.rows, disablesMissing: willDisable })
      importJobs(services, readImport).run({
        id,
        kind,
        signedIn: context.user,
        ip: context.caller.ip,
        found,
        disablesMissing: willDisable,
      })
      return {}
    },

    cancel: async ({ id }, context) => {
      const own = await mustBeOwn(context, id)
      if (own.state === "checking" || own.state === "running") await askToCancel(context.db, id)
      else if (["coming", "faulty", "ready", "failed", "interrupted"].includes(own.state)) {
        await setCancelled(context.db, id)
        await dropFile(context.db, id)
      } else throw new Refusal(importMessages.tooLateToCancel, { status: 409 })
      await writeAuditEntry(context, "imports.cancel", { id, kind: own.kind, file: own.fileName })
      return {}
    },

    list: async ({ after, limit }, context) => {
      const { user } = context.user
      return importsOf(context.db, { org: user.orgid, viewer: user.id, after, limit })
    },

    exportList: (_input, context) => {
      const { user } = context.user
      const sheets = [historySheet(context.db, { org: user.orgid, viewer: user.id })]
      return exportedFile(context, { action: "imports.exportList", name: "导入记录", sheets })
    },
  }))
}

/** Its lines say whose they are. */
function isOfOrganisations(kind: ImportKind): boolean {
  return importColumns[kind].some(({ key }) => key === "org")
}

function mustImport(context: RequestContext, kind: ImportKind): void {
  if (!mayImport(context.user.user, kind)) throw new Refusal(importMessages.notYourKind, { status: 403 })
}

/** Locked until the request ends: a second one waits. Who may no longer import is refused with the first. */
async function mustBeOwn(context: RequestContext, id: Id): Promise<ImportRow> {
  const own = foundOrForbidden(await ownImport(context.db, context.user.user.id, id, "change"))
  mustImport(context, own.kind)
  return own
}
