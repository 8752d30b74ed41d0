import { createCanvas, Image } from "@napi-rs/canvas"
import { attachmentMessages } from "@uc/contract/attachments/calls"
import { timestampParameter } from "@uc/contract/core/http"
import {
  pictureFiles,
  pictureService,
  PictureInput,
  profileLimits,
  profileMessages,
} from "@uc/contract/account/profile-calls"
import { replyMessages } from "@uc/contract/core/reply"
import { defaultSiteConfig } from "@uc/contract/core/site-defaults"
import type { FastifyInstance } from "fastify"
import { unrestricted } from "../../db/scope.ts"
import type { Services } from "../../http/services.ts"
import { ownOrigins } from "../../http/origin.ts"
import { mustBeSignedIn } from "../../session/must-be-signed-in.ts"
import { assertOwnOrigin } from "../../http/origin.ts"
import { outOfReach } from "../../session/reach.ts"
import { Refusal } from "../../errors/refusal.ts"
import { takeQuota } from "../../security/quota.ts"
import { keepPicture, pictureOf } from "./profile.store.ts"

const base = defaultSiteConfig.services[pictureService]

/** Detects a file's kind by its content and re-encodes it; refuses unknown ones. */
type Paint = (file: Buffer, name: string) => Promise<{ readonly small: Buffer | null }>

/** A decoded picture takes a hundred times its file. */
const paintedAtOnce = 2

/** Profile pictures: people upload their own, and those in reach may download it. */
export function servePictures(app: FastifyInstance, services: Services, paint: Paint): void {
  let painting = 0
  app.register((scoped, _options, done) => {
    scoped.addContentTypeParser(
      "application/octet-stream",
      { parseAs: "buffer", bodyLimit: profileLimits.pictureBytes },
      (_request, body, parsed) => parsed(null, body),
    )
    scoped.setErrorHandler((error, _request, _reply) => {
      const isTooLarge = (error as { code?: unknown }).code === "FST_ERR_CTP_BODY_TOO_LARGE"
      throw isTooLarge ? new Refusal(profileMessages.pictureTooLarge, { status: 413 }) : error
    })
    scoped.route({
      method: "POST",
      url: `${base}${pictureFiles.own}`,
      bodyLimit: profileLimits.pictureBytes,
      handler: async (request, reply) => {
        assertOwnOrigin(request.headers.origin, ownOrigins(services.site, request))
        const { user, scope } = await mustBeSignedIn(services, request, true)
        const { body } = request
        if (!Buffer.isBuffer(body) || body.length === 0)
          throw new Refusal(profileMessages.notPicture, { status: 415 })
        await takeTurn(services, user.id)
        if (painting >= paintedAtOnce) throw new Refusal(replyMessages.busy, { status: 429, retryAfterS: 5 })
        painting++
        try {
          const picture = await squareOf(body, paint)
          const himg = `${base}${pictureFiles.one}?personid=${user.id}&v=${Date.now() % 1_000_000_000}`
          await services.database.transaction(scope, (db) =>
            keepPicture(db, { id: user.id, orgId: user.orgid }, picture, himg),
          )
          return await reply.type("application/json; charset=utf-8").send({ ret: 1, data: { himg }, msg: "" })
        } finally {
          painting--
        }
      },
    })
    done()
  })

  app.route({
    method: "GET",
    url: `${base}${pictureFiles.one}`,
    exposeHeadRoute: false,
    handler: async (request, reply) => {
      const { scope } = await mustBeSignedIn(services, request, false)
      const { [timestampParameter]: _timestamp, ...query } = request.query as Record<string, unknown>
      const asked = PictureInput.safeParse(query)
      if (!asked.success) throw new Refusal(replyMessages.badInput)
      const transaction = services.database.begin(scope, "read")
      let found: Awaited<ReturnType<typeof pictureOf>>
      try {
        // Row-level security decides: a person out of reach has no picture.
        found = await pictureOf(transaction.db, asked.data.personid)
      } finally {
        await transaction.rollback()
      }
      if (!found) throw outOfReach()
      return reply
        .headers({
          "content-type": found.mediaType,
          "content-security-policy": "sandbox; default-src 'none'; frame-ancestors 'none'",
          "cross-origin-resource-policy": "same-origin",
          // A new picture has a new address.
          "cache-control": "private, max-age=3600",
        })
        .send(found.bytes)
    },
  })
}

async function takeTurn({ database }: Services, personId: string): Promise<void> {
  const limit = { key: `picture:${personId}`, seconds: 3600, atMost: profileLimits.picturesPerHour }
  const taken = await database.transaction(unrestricted, (db) => takeQuota(db, [limit]))
  if (!taken.ok) throw new Refusal(profileMessages.tooOften, { status: 429, retryAfterS: taken.retryAfterS })
}

/** Cropped to the middle and scaled to the largest size shown. */
async function squareOf(file: Buffer, paint: Paint): Promise<Buffer> {
  const small = await paintedSmall(file, paint)
  const picture = new Image()
  picture.src = small
  await picture.decode()
  const side = Math.min(picture.width, picture.height)
  const { pictureSide } = profileLimits
  const canvas = createCanvas(pictureSide, pictureSide)
  canvas
    .getContext("2d")
    .drawImage(
      picture,
      (picture.width - side) / 2,
      (picture.height - side) / 2,
      side,
      side,
      0,
      0,
      pictureSide,
      pictureSide,
    )
  return canvas.encode("webp", 85)
}

async function paintedSmall(file: Buffer, paint: Paint): Promise<Buffer> {
  try {
    const { small } = await paint(file, "")
    if (small) return small
  } catch (error) {
    const isOther = error instanceof Refusal && error.message !== attachmentMessages.notSupported
    if (isOther || !(error instanceof Refusal)) throw error
  }
  throw new Refusal(profileMessages.notPicture, { status: 415 })
}
