import { z } from "zod"
import { call } from "./call.ts"
import { Id, text } from "./wire.ts"

export const domainLimits = { fieldLength: 100 } as const

export const domainMessages = {
  badAddress: "请输入正确的域名地址",
  saved: "保存成功",
  saveFailed: "保存失败",
  confirmRemove: "是否删除该域名?",
  removeCancelled: "已取消删除",
  removed: "删除成功",
  removeFailed: "删除失败",
} as const

/**
 * DOM-5. Each character can be read in one way only (no label holds a dot or a colon), so the pattern needs one pass over
 * any input, however long.
 */
export const domainAddress =
  /^(?:https?:\/\/)?[A-Za-z0-9][A-Za-z0-9-]{0,62}(?:\.[A-Za-z0-9][A-Za-z0-9-]{0,62})+(?::[0-9]{1,5})?$/

export const Domain = z.object({
  id: Id,
  name: text(domainLimits.fieldLength),
  domainIp: text(domainLimits.fieldLength).regex(domainAddress, domainMessages.badAddress),
})
export type Domain = z.infer<typeof Domain>

/**
 * DOM-7: the origins that an entry means, as browsers compare them: with a scheme that one, without one both. None for what
 * is no address after all (a port above 65535).
 */
export function domainOrigins(domainIp: string): string[] {
  const addresses = /^https?:\/\//i.test(domainIp)
    ? [domainIp]
    : [`https://${domainIp}`, `http://${domainIp}`]
  try {
    return addresses.map((address) => new URL(address).origin)
  } catch {
    return []
  }
}

export const domainCalls = {
  list: call({
    service: "newusercenter",
    method: "GET",
    path: "/v1/authDomain/getList",
    input: z.object({}),
    output: z.object({ domainList: z.array(Domain) }),
  }),
  /** DOM-2: without an id it creates, with one it updates. */
  save: call({
    service: "newusercenter",
    method: "POST",
    path: "/v1/authDomain/addOrUpdate",
    encoding: "form",
    writes: true,
    sensitive: "domain",
    input: Domain.partial({ id: true }),
    output: Domain,
  }),
  remove: call({
    service: "newusercenter",
    method: "POST",
    path: "/v1/authDomain/delete",
    encoding: "form",
    writes: true,
    sensitive: "domain-delete",
    input: Domain.pick({ id: true }),
    output: z.object({}),
  }),
}
