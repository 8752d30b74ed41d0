import {
  attachmentCalls,
  attachmentLimits,
  attachmentMessages,
  partsOf,
} from "@uc/contract/attachments/calls"
import { replyMessages } from "@uc/contract/core/reply"
import { takeQuota } from "../../security/quota.ts"
import { implementCalls } from "../../http/calls/implement-calls.ts"
import { foundOrForbidden } from "../../session/reach.ts"
import { Refusal } from "../../errors/refusal.ts"
import { beginAttachment, bytesOfToday, keep, ownIncoming, removeOwn, shownOf } from "./attachments.store.ts"
import type { BlobStore } from "./blob-store.ts"
import { oneAtATime } from "./one-at-a-time.ts"
import type { StoreFile } from "./store-file.ts"

const onePicture = oneAtATime(1, 30)

export function attachmentRoutes(blobs: BlobStore, storeFile: StoreFile) {
  return implementCalls(attachmentCalls, () => ({
    begin: async ({ name, bytes }, { db, user: { user } }) => {
      if (bytes === 0) throw new Refusal(attachmentMessages.empty)
      if (bytes > attachmentLimits.bytes) throw new Refusal(attachmentMessages.tooLarge, { status: 413 })
      const taken = await takeQuota(db, [
        { key: `upload:${user.id}`, seconds: 3600, atMost: attachmentLimits.perHour },
      ])
      if (!taken.ok)
        throw new Refusal(attachmentMessages.tooOften, { status: 429, retryAfterS: taken.retryAfterS })
      if ((await bytesOfToday(db, user.id)) + bytes > attachmentLimits.bytesPerDay)
        throw new Refusal(attachmentMessages.quotaUsed, { status: 429 })
      return { id: await beginAttachment(db, { org: user.orgid, uploader: user.id, name, bytes }) }
    },

    // In turn before the first query: whoever waits holds no connection.
    finish: ({ id }, context) =>
      onePicture(
        async () => {
          const { db } = context
          const coming = await ownIncoming(db, context.user.user.id, id, "update")
          if (!coming) throw new Refusal(attachmentMessages.gone, { status: 409 })
          if (coming.state === "coming") {
            const { bytes, pieces } = await blobs.sizeOf(db, coming.blobKey)
            if (bytes !== coming.bytes || pieces !== partsOf(coming.bytes))
              throw new Refusal(attachmentMessages.incomplete, { status: 409 })
            const parts: Buffer[] = []
            for await (const part of blobs.read(db, coming.blobKey)) parts.push(part)
            const file = await storeFile(Buffer.concat(parts), coming.name)
            const blobKey = file.isUnchanged ? coming.blobKey : await blobs.put(db, file.content)
            const listKey = file.small ? await blobs.put(db, file.small) : null
            if (!file.isUnchanged) await blobs.remove(db, [coming.blobKey])
            await keep(db, id, file, { blobKey, listKey })
          }
          return foundOrForbidden(await shownOf(db, id))
        },
        () => new Refusal(replyMessages.busy, { status: 429, retryAfterS: 5 }),
      ),

    remove: async ({ id }, { db, user: { user } }) => {
      const keys = await removeOwn(db, user.id, id)
      if (!keys) throw new Refusal(attachmentMessages.notRemovable, { status: 409 })
      await blobs.remove(db, keys)
      return {}
    },
  }))
}
