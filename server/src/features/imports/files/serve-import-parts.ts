import { timestampParameter } from "@uc/contract/core/http"
import {
  ImportPart,
  importLimits,
  importMessages,
  importPartPath,
  importPartsOf,
  importService,
} from "@uc/contract/imports/calls"
import { replyMessages } from "@uc/contract/core/reply"
import { defaultSiteConfig } from "@uc/contract/core/site-defaults"
import type { FastifyInstance } from "fastify"
import type { Services } from "../../../http/services.ts"
import { ownOrigins } from "../../../http/origin.ts"
import { mustBeSignedIn } from "../../../session/must-be-signed-in.ts"
import { assertOwnOrigin } from "../../../http/origin.ts"
import { Refusal } from "../../../errors/refusal.ts"
import type { SignedIn } from "../../../session/signed-in.ts"
import { stopImports } from "../import-jobs.ts"
import { ownImport, putPart } from "../imports.store.ts"

/** The address that takes a file in parts. */
export function serveImportParts(app: FastifyInstance, services: Services): void {
  // Before the database is closed: running imports are rolled back and marked as failed.
  app.addHook("preClose", () => stopImports(services))
  app.register((scoped, _options, done) => {
    scoped.addContentTypeParser(
      "application/octet-stream",
      { parseAs: "buffer", bodyLimit: importLimits.partBytes },
      (_request, body, parsed) => parsed(null, body),
    )
    scoped.route({
      method: "POST",
      url: `${defaultSiteConfig.services[importService]}${importPartPath}`,
      bodyLimit: importLimits.partBytes,
      handler: async (request, reply) => {
        assertOwnOrigin(request.headers.origin, ownOrigins(services.site, request))
        const signedIn = await mustBeSignedIn(services, request, true)
        const { [timestampParameter]: _timestamp, ...query } = request.query as Record<string, unknown>
        const part = ImportPart.safeParse(query)
        const { body } = request
        if (!part.success) throw new Refusal(replyMessages.badInput)
        if (!Buffer.isBuffer(body)) throw new Refusal(replyMessages.badInput, { status: 415 })
        await takePart(services, signedIn, part.data, body)
        return reply.type("application/json; charset=utf-8").send({ ret: 1, data: {}, msg: "" })
      },
    })
    done()
  })
}

async function takePart(
  { database }: Services,
  { user, scope }: SignedIn,
  { id, no }: { readonly id: string; readonly no: number },
  body: Buffer,
): Promise<void> {
  await database.transaction(scope, async (db) => {
    // Locked, so that no part changes between the check of a file and its import.
    const coming = await ownImport(db, user.id, id, "change")
    if (!coming || coming.state !== "coming") throw new Refusal(importMessages.gone, { status: 409 })
    const expected = Math.min(importLimits.partBytes, coming.bytes - no * importLimits.partBytes)
    if (no >= importPartsOf(coming.bytes) || body.length !== expected)
      throw new Refusal(importMessages.incomplete)
    await putPart(db, coming, no, body)
  })
}
