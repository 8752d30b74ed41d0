import { z } from "zod"
import { call } from "../core/call.ts"
import { Count, Id, Moment } from "../core/wire.ts"
import { ExactAddress } from "./application-address.ts"
import { changedObjects, directoryChanges, webhookMessages } from "./webhooks.ts"

const ChangedObject = z.enum(changedObjects)

/** SSO-5: where an application is told of changes. */
export const ApplicationWebhook = z.object({
  address: z.string(),
  objects: z.array(ChangedObject),
  isOff: z.boolean(),
  /** SSO-16: when its receiver said that it is gone for good, which has switched it off; null: it has not. */
  goneAt: Moment.nullable().default(null),
  /** Until when the secret before the last one signs as well; null: it does not. */
  oldSecretUntil: Moment.nullable(),
  /** Since when nothing was accepted; null: the last notice was, or there was none. */
  failingSince: Moment.nullable(),
  /** Nothing is sent before; null: it is not left alone. */
  pausedUntil: Moment.nullable(),
  waiting: Count,
  givenUp: Count,
})
export type ApplicationWebhook = z.infer<typeof ApplicationWebhook>

export const WebhookDelivery = z.object({
  id: Id,
  object: z.enum([...changedObjects, "test"]),
  objectId: Id,
  /** What the object is called now; null: it is gone or not the viewer's to see. */
  objectName: z.string().nullable(),
  what: z.enum(directoryChanges),
  changedAt: Moment,
  tries: Count,
  /** Null: it has not been sent yet. */
  answer: z.string().nullable(),
  answerMs: Count.nullable(),
  answerWords: z.string().nullable(),
  isTold: z.boolean(),
  /** When it is tried again; null: it is not. */
  nextAt: Moment.nullable(),
})
export type WebhookDelivery = z.infer<typeof WebhookDelivery>

const shared = { service: "newusercenter", permission: "applications.manage" } as const
const change = { ...shared, method: "POST", encoding: "json", writes: true } as const

export const webhookCalls = {
  /**
   * Of an application of the own organisation, with a page of its notices, newest first: those older than `before`, without it the newest.
   * `webhook` null: it is not told of changes. `older`: the `before` of the next page; null: this is the last.
   */
  details: call({
    ...shared,
    method: "GET",
    path: "/v1/application/webhook",
    polled: true,
    input: z.object({ id: Id, before: Id.optional() }),
    output: z.object({
      webhook: ApplicationWebhook.nullable(),
      deliveries: z.array(WebhookDelivery),
      older: Id.nullable(),
    }),
  }),
  /** The first time with the secret, shown this once. */
  save: call({
    ...change,
    path: "/v1/application/webhook/save",
    sensitive: "application",
    onceByItself: true,
    input: z.object({
      id: Id,
      address: ExactAddress,
      objects: z
        .array(ChangedObject)
        .min(1, webhookMessages.noObject)
        .max(changedObjects.length)
        .transform((all) => changedObjects.filter((object) => all.includes(object))),
      isOff: z.boolean(),
    }),
    output: z.object({ secret: z.string().nullable() }),
  }),
  /** A new secret, shown this once. The one before it signs as well for `overlapHours`, unless `endsOld`. */
  renewSecret: call({
    ...change,
    path: "/v1/application/webhook/renewSecret",
    sensitive: "application-secret",
    onceByItself: true,
    input: z.object({ id: Id, endsOld: z.boolean() }),
    output: z.object({ secret: z.string() }),
  }),
  /** Sends a notice that is about nothing, at once. */
  test: call({
    ...change,
    path: "/v1/application/webhook/test",
    sensitive: false,
    input: z.object({ id: Id }),
    output: z.object({}),
  }),
  /** Sends what was given up again, all of it or one; and what waits for its next try, now. */
  resend: call({
    ...change,
    path: "/v1/application/webhook/resend",
    sensitive: false,
    input: z.object({ id: Id, delivery: Id.optional() }),
    output: z.object({ resent: Count }),
  }),
}
