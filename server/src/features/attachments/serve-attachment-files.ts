import { Readable } from "node:stream"
import {
  attachmentFiles,
  attachmentLimits,
  attachmentMessages,
  AttachmentFile,
  AttachmentPart,
  attachmentService,
  isPicture,
  isShownInPlace,
  nameOnDisk,
  partsOf,
} from "@uc/contract/attachments/calls"
import { timestampParameter } from "@uc/contract/core/http"
import { replyMessages } from "@uc/contract/core/reply"
import { defaultSiteConfig } from "@uc/contract/core/site-defaults"
import type { FastifyInstance, FastifyRequest } from "fastify"
import type { z } from "zod"
import { seesEvidence } from "../assessments/public.ts"
import { seenAlarmEvent } from "../alarms/public.ts"
import { seenHazardEvent } from "../hazards/public.ts"
import { seesNews } from "../news/public.ts"
import { seesNotice } from "../notices/public.ts"
import { seenVisit } from "../patrols/public.ts"
import { seenTask, seenWork, taskViewer } from "../tasks/public.ts"
import type { Db } from "../../db/open.ts"
import type { Services } from "../../http/services.ts"
import { ownOrigins } from "../../http/origin.ts"
import { mustBeSignedIn } from "../../session/must-be-signed-in.ts"
import { assertOwnOrigin } from "../../http/origin.ts"
import { outOfReach } from "../../session/reach.ts"
import { Refusal } from "../../errors/refusal.ts"
import { heldScope } from "../../session/rights/held-permissions.ts"
import type { SignedIn } from "../../session/signed-in.ts"
import { takeQuota } from "../../security/quota.ts"
import { ownIncoming, storedOf, type StoredAttachment } from "./attachments.store.ts"
import type { BlobStore } from "./blob-store.ts"
import { mustBeKnown } from "./stored-file.ts"

const base = defaultSiteConfig.services[attachmentService]

const policies = {
  /** Opened as a page of its own it runs no script, loads nothing and has no session. */
  everythingElse: "sandbox; default-src 'none'; frame-ancestors 'self'",
  /**
   * DAY-8: no browser runs its viewer in a sandbox. The viewer shows one object, this one, with styles of its own; nothing else
   * is loaded, and what acts in a PDF was refused when it came (decision 079).
   */
  shownPdf: "default-src 'none'; object-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'self'",
} as const

/** The two addresses that carry a file instead of a zod shape. */
export function serveAttachmentFiles(app: FastifyInstance, services: Services, blobs: BlobStore): void {
  app.register((scoped, _options, done) => {
    scoped.addContentTypeParser(
      "application/octet-stream",
      { parseAs: "buffer", bodyLimit: attachmentLimits.partBytes },
      (_request, body, parsed) => parsed(null, body),
    )
    scoped.route({
      method: "POST",
      url: `${base}${attachmentFiles.part}`,
      bodyLimit: attachmentLimits.partBytes,
      handler: async (request, reply) => {
        assertOwnOrigin(request.headers.origin, ownOrigins(services.site, request))
        const signedIn = await mustBeSignedIn(services, request, true)
        const { id, no } = queryOf(AttachmentPart, request)
        const { body } = request
        if (!Buffer.isBuffer(body)) throw new Refusal(replyMessages.badInput, { status: 415 })
        await takePart(services, blobs, signedIn, { id, no, body })
        return reply.type("application/json; charset=utf-8").send({ ret: 1, data: {}, msg: "" })
      },
    })
    done()
  })

  app.route({
    method: "GET",
    url: `${base}${attachmentFiles.file}`,
    exposeHeadRoute: false,
    handler: async (request, reply) => {
      const signedIn = await mustBeSignedIn(services, request, true)
      const { id, size, as } = queryOf(AttachmentFile, request)
      const transaction = services.database.begin(signedIn.scope, "read")
      let found: StoredAttachment | null = null
      try {
        const stored = await storedOf(transaction.db, id)
        if (stored && (await maySee(transaction.db, signedIn, stored))) found = stored
      } finally {
        await transaction.rollback()
      }
      if (!found) throw outOfReach()
      const key = size === "list" ? found.listKey : found.blobKey
      if (key === null) throw outOfReach()
      // A slow reader holds no transaction: access is decided, and the key can't be guessed.
      const content = blobs.read(services.database.systemDb, key)
      if (as === "shown" && !isShownInPlace(found.type))
        throw new Refusal(attachmentMessages.notShown, { status: 415 })
      const isShown = as === undefined ? isPicture(found.type) : as === "shown"
      return reply
        .headers({
          "content-type": found.type,
          "content-security-policy":
            isShown && !isPicture(found.type) ? policies.shownPdf : policies.everythingElse,
          "content-disposition": disposition(
            isShown ? "inline" : "attachment",
            nameOnDisk(found.name, found.type),
          ),
          "cross-origin-resource-policy": "same-origin",
          "cache-control": "private, max-age=300",
          // On a shared computer one person's files must not be shown to the next.
          vary: "cookie",
        })
        .send(Readable.from(content))
    },
  })
}

function queryOf<S extends z.ZodObject>(shape: S, request: FastifyRequest): z.output<S> {
  const { [timestampParameter]: _timestamp, ...query } = request.query as Record<string, unknown>
  const parsed = shape.safeParse(query)
  if (!parsed.success) throw new Refusal(replyMessages.badInput)
  return parsed.data
}

async function takePart(
  { database }: Services,
  blobs: BlobStore,
  { user, scope }: SignedIn,
  { id, no, body }: { readonly id: string; readonly no: number; readonly body: Buffer },
): Promise<void> {
  await database.transaction(scope, async (db) => {
    // Locked against finishing: what was inspected must not change afterwards.
    const coming = await ownIncoming(db, user.id, id, "share")
    if (!coming || coming.state !== "coming") throw new Refusal(attachmentMessages.gone, { status: 409 })
    const { partBytes } = attachmentLimits
    const expected = Math.min(partBytes, coming.bytes - no * partBytes)
    if (no >= partsOf(coming.bytes) || body.length !== expected)
      throw new Refusal(attachmentMessages.incomplete)
    // Checked early: nobody should send ten megabytes before hearing that the kind is wrong.
    if (no === 0) mustBeKnown(body.subarray(0, 1024), coming.name)
    const taken = await takeQuota(db, [
      { key: `upload-part:${user.id}`, seconds: 3600, atMost: attachmentLimits.partsPerHour },
    ])
    if (!taken.ok)
      throw new Refusal(attachmentMessages.tooOften, { status: 429, retryAfterS: taken.retryAfterS })
    await blobs.putPiece(db, coming.blobKey, no, body)
  })
}

/** What it is linked to decides who may see it; not linked yet, only its uploader. */
async function maySee(db: Db, signedIn: SignedIn, stored: StoredAttachment): Promise<boolean> {
  const { user, scope } = signedIn
  const administered = heldScope(signedIn, "tasks.manage")
  const asked = { viewer: taskViewer(user, administered), scope, administered }
  if (stored.subject === null || stored.subjectId === null) return stored.uploaderId === user.id
  switch (stored.subject) {
    case "task":
      return (await seenTask(db, asked, stored.subjectId)) !== null
    case "taskWork":
      return (await seenWork(db, asked, stored.subjectId)) !== null
    case "alarm":
      return !user.isParent && (await seenAlarmEvent(db, stored.subjectId))
    case "hazard":
      return !user.isParent && (await seenHazardEvent(db, stored.subjectId))
    case "patrol":
      // Row-level security decides: whoever reads the visit sees its pictures.
      return !user.isParent && (await seenVisit(db, stored.subjectId)) !== null
    case "notice":
    case "noticeText":
      return seesNotice(db, signedIn, stored.subjectId)
    case "news":
      return seesNews(db, signedIn, stored.subjectId)
    case "assessment":
      // Evidence is for those who fill in and review.
      return seesEvidence(db, heldScope(signedIn, "assessments.read"), stored.subjectId)
  }
}

function disposition(kind: "inline" | "attachment", name: string): string {
  const plain = name.replaceAll(/[^\w.-]/g, "_")
  return `${kind}; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(name).replaceAll("'", "%27")}`
}
