import { importKinds, type ImportKind } from "@uc/contract/imports/import-kinds"
import { importCalls, importLimits, importMessages, mayImport } from "@uc/contract/imports/calls"
import { admintypes } from "@uc/contract/account/calls"
import type { Id } from "@uc/contract/core/wire"
import { everything } from "../../db/scope.ts"
import { answer, type Ask } from "../../http/calls/register-calls.ts"
import { exportedFile } from "../../http/exported-file.ts"
import { logDone } from "../../session/write-audit-entry.ts"
import { mustBeThere } from "../../session/reach.ts"
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
  return answer(importCalls, (house) => ({
    template: async ({ kind }, ask) => {
      mustImport(ask, kind)
      const file = await templateFile(kind)
      return { name: `${importKinds[kind]}导入模板.xlsx`, content: file.toString("base64") }
    },

    exportPresent: ({ kind }, ask) => {
      mustImport(ask, kind)
      const sheets = [presentSheet(ask, kind)]
      return exportedFile(ask, { action: "imports.exportPresent", name: `现有${importKinds[kind]}`, sheets })
    },

    begin: async ({ kind, name, bytes }, ask) => {
      const { db, user } = ask
      mustImport(ask, kind)
      if (bytes === 0) throw new Refusal(importMessages.empty)
      if (bytes > importLimits.bytes) throw new Refusal(importMessages.tooLarge, { status: 413 })
      const quota = { key: `import:${user.user.id}`, seconds: 3600, atMost: importLimits.perHour }
      const taken = await takeQuota(db, [quota])
      if (!taken.ok)
        throw new Refusal(importMessages.tooOften, { status: 429, retryAfterS: taken.retryAfterS })
      const begun = { orgId: user.user.orgid, personId: user.user.id, kind, fileName: name, bytes }
      return { id: await beginImport(db, begun) }
    },

    check: async ({ id }, ask) => {
      const own = await mustBeOwn(ask, id)
      if (!["coming", "faulty", "ready", "failed", "interrupted"].includes(own.state))
        throw new Refusal(importMessages.notReady, { status: 409 })
      if ((await sizeOf(ask.db, id)) !== own.bytes)
        throw new Refusal(own.state === "coming" ? importMessages.incomplete : importMessages.gone, {
          status: 409,
        })
      await setAtWork(ask.db, id, "checking")
      importJobs(house, readImport).check({ id, kind: own.kind, signedIn: ask.user, ip: ask.caller.ip })
      return {}
    },

    one: async ({ id }, ask) => {
      mustBeAdministrator(ask)
      return mustBeThere(await oneImport(ask.db, ask.user.user.id, id))
    },

    // In turn before the first query: whoever waits holds no connection.
    marked: ({ id }, ask) =>
      importJobs(house, readImport).inTurn(async () => {
        const own = mustBeThere(await ownImport(ask.db, ask.user.user.id, id, "look"))
        mustImport(ask, own.kind)
        const file = await fileOf(ask.db, id)
        if (file.length !== own.bytes) throw new Refusal(importMessages.gone, { status: 409 })
        try {
          const who = { house, signedIn: ask.user }
          const read = await readImport(own.kind, file, () => {})
          try {
            await checkedFile(ask.db, who, { kind: own.kind, read }, () => {})
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

    run: async ({ id, disablesMissing }, ask) => {
      const own = await mustBeOwn(ask, id)
      const { found, kind } = own
      if (own.state !== "ready" || !found?.preview)
        throw new Refusal(importMessages.notReady, { status: 409 })
      const willDisable = disablesMissing === 1 && found.preview.canDisable > 0
      if (found.preview.new + found.preview.changed === 0 && !willDisable)
        throw new Refusal(importMessages.nothingToDo, { status: 409 })
      await lockConfirmations(ask.db)
      // With everything in reach: who else is at it may be of another organisation.
      const touched = found.touched
      const busy = await house.database.within(everything, (db) => busyWith(db, touched, kind))
      if (busy !== null) throw new Refusal(importMessages.busy(busy), { status: 409 })
      await setAtWork(ask.db, id, "running", touched)
      ask.note({ id, kind, file: own.fileName, rows: found.rows, disablesMissing: willDisable })
      importJobs(house, readImport).run({
        id,
        kind,
        signedIn: ask.user,
        ip: ask.caller.ip,
        found,
        disablesMissing: willDisable,
      })
      return {}
    },

    cancel: async ({ id }, ask) => {
      const own = await mustBeOwn(ask, id)
      if (own.state === "checking" || own.state === "running") await askToCancel(ask.db, id)
      else if (["coming", "faulty", "ready", "failed", "interrupted"].includes(own.state)) {
        await setCancelled(ask.db, id)
        await dropFile(ask.db, id)
      } else throw new Refusal(importMessages.tooLateToCancel, { status: 409 })
      await logDone(ask, "imports.cancel", { id, kind: own.kind, file: own.fileName })
      return {}
    },

    list: async ({ after, limit }, ask) => {
      mustBeAdministrator(ask)
      const { user } = ask.user
      return importsOf(ask.db, { org: user.orgid, asker: user.id, after, limit })
    },

    exportList: (_input, ask) => {
      mustBeAdministrator(ask)
      const { user } = ask.user
      const sheets = [historySheet(ask.db, { org: user.orgid, asker: user.id })]
      return exportedFile(ask, { action: "imports.exportList", name: "导入记录", sheets })
    },
  }))
}

function mustBeAdministrator({ user: { user } }: Ask): void {
  if (user.admintype === admintypes.none)
    throw new Refusal(importMessages.administratorsOnly, { status: 403 })
}

function mustImport(ask: Ask, kind: ImportKind): void {
  mustBeAdministrator(ask)
  if (!mayImport(ask.user.user, kind)) throw new Refusal(importMessages.notYourKind, { status: 403 })
}

/** Held until the end of the request: a second one waits. Who may no longer import is refused with the first. */
async function mustBeOwn(ask: Ask, id: Id): Promise<ImportRow> {
  const own = mustBeThere(await ownImport(ask.db, ask.user.user.id, id, "change"))
  mustImport(ask, own.kind)
  return own
}
