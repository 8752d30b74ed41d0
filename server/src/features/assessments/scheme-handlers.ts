import { assessmentMessages } from "@uc/contract/assessments/messages"
import type { Id } from "@uc/contract/core/wire"
import type { Database } from "../../db/open.ts"
import { reaches } from "../../db/scope.ts"
import { Refusal } from "../../errors/refusal.ts"
import type { RequestContext } from "../../http/calls/request-context.ts"
import { mustNotVersionNew } from "../../http/calls/parameters-with-effect.ts"
import { exportedFile } from "../../http/exported-file.ts"
import type { Services } from "../../http/services.ts"
import { heldScope } from "../../session/rights/held-permissions.ts"
import { foundOrForbidden } from "../../session/reach.ts"
import { writeAuditEntry } from "../../session/write-audit-entry.ts"
import { schemeSheets } from "./assessment-exports.ts"
import { changedMeanwhile, mustAdministerSchemes } from "./assessment-guards.ts"
import type { AssessmentHandlers } from "./assessment-handlers.ts"
import { addScheme, changeScheme, isGiven, lockedScheme, removeScheme, schemesOf } from "./schemes.store.ts"

export function schemeHandlers({
  database,
}: Services): AssessmentHandlers<"schemes" | "exportSchemes" | "saveScheme" | "removeScheme"> {
  return {
    schemes: async (_input, context) => {
      const { user } = context.user
      return {
        schemes: await schemesOf(context.db, user.orgid),
        mayAdminister: reaches(heldScope(context.user, "assessments.schemes"), user.orgid),
      }
    },

    exportSchemes: async (_input, context) => {
      const sheets = schemeSheets(await schemesOf(context.db, context.user.user.orgid))
      return exportedFile(context, { action: "assessmentAdmin.exportSchemes", name: "考核方案", sheets })
    },

    saveScheme: async ({ id, version, ...wanted }, context) => {
      const org = mustAdministerSchemes(context)
      mustNotVersionNew(id, version)
      if (id !== undefined)
        await mustBeUngiven(context, database, { id, version }, assessmentMessages.schemeGiven)
      const saved = id ?? (await addScheme(context.db, org, wanted))
      if (saved === null) throw new Refusal(assessmentMessages.tooManySchemes)
      if (id !== undefined) await changeScheme(context.db, org, id, wanted)
      await writeAuditEntry(context, "assessments.saveScheme", {
        id: saved,
        title: wanted.title,
        isNew: id === undefined,
      })
      return foundOrForbidden((await schemesOf(context.db, org, saved))[0])
    },

    removeScheme: async ({ id, version }, context) => {
      mustAdministerSchemes(context)
      const { title } = await mustBeUngiven(context, database, { id, version }, assessmentMessages.schemeKept)
      await removeScheme(context.db, id)
      await writeAuditEntry(context, "assessments.removeScheme", { id, title })
      return {}
    },
  }
}

/** A scheme that was given is the same measure for every organisation, so it no longer changes. */
async function mustBeUngiven(
  context: RequestContext,
  database: Database,
  { id, version }: { readonly id: Id; readonly version: number | undefined },
  isGivenSentence: string,
): Promise<{ readonly title: string }> {
  const known = await lockedScheme(context.db, id, "update")
  if (!known || known.orgId !== context.user.user.orgid)
    throw new Refusal(assessmentMessages.schemeGone, { status: 409 })
  if (await isGiven(database, id)) throw new Refusal(isGivenSentence, { status: 409 })
  if (version !== known.version) throw changedMeanwhile()
  return known
}
