import { z } from "zod"
import { call } from "../core/call.ts"
import { shownName } from "../core/shown-name.ts"
import { Id, Moment } from "../core/wire.ts"
import { applicationKeyLimits, applicationKeyMessages, KeyScope, keyScopes } from "./application-keys.ts"

export const ListedKey = z.object({
  id: Id,
  name: z.string(),
  /** Its last characters: what it is told apart by. */
  hint: z.string(),
  scopes: z.array(KeyScope),
  createdAt: Moment,
  /** Null: never. */
  lastUsedAt: Moment.nullable(),
  /** Null: good until it is revoked. */
  endsAt: Moment.nullable(),
  isOver: z.boolean(),
})
export type ListedKey = z.infer<typeof ListedKey>

const manage = { service: "newusercenter", permission: "applications.manage" } as const
const change = { ...manage, method: "POST", encoding: "json", writes: true } as const

/** SSO-5: keys of an application's server, and which application an organisation's people come from. */
export const applicationKeyCalls = {
  list: call({
    ...manage,
    method: "GET",
    path: "/v1/application/keys",
    input: z.object({ id: Id }),
    output: z.object({
      keys: z.array(ListedKey),
      /** Where its server finds the directory. */
      scimAddress: z.string(),
      isMaster: z.boolean(),
      /** The application that the organisation's people come from; null: none. */
      master: z.string().nullable(),
    }),
  }),
  /** The key is told this once. `days`: how long it is good for; null: until it is revoked. */
  add: call({
    ...change,
    path: "/v1/application/addKey",
    sensitive: "application-secret",
    onceByItself: true,
    input: z.object({
      id: Id,
      name: shownName(applicationKeyLimits.name, {
        missing: applicationKeyMessages.nameMissing,
        hidden: applicationKeyMessages.nameHidden,
      }),
      scopes: z.array(KeyScope).min(1, applicationKeyMessages.noScope).max(keyScopes.length),
      days: z.int().min(1).max(applicationKeyLimits.days).nullable(),
    }),
    output: z.object({ key: z.string() }),
  }),
  /** At once, and for good. */
  revoke: call({
    ...change,
    path: "/v1/application/revokeKey",
    sensitive: "application-secret",
    input: z.object({ id: Id, keyId: Id }),
    output: z.object({}),
  }),
  /** Whether this application may write the people and departments of its organisation: one at most. */
  setMaster: call({
    ...change,
    path: "/v1/application/setMaster",
    sensitive: "application",
    input: z.object({ id: Id, isMaster: z.boolean() }),
    output: z.object({}),
  }),
  /** The application that an organisation's people come from, for the forms that change them; null: none. */
  masterOf: call({
    service: "newusercenter",
    method: "GET",
    permission: null,
    path: "/v1/application/masterOf",
    input: z.object({ orgid: Id }),
    output: z.object({ master: z.string().nullable() }),
  }),
}
