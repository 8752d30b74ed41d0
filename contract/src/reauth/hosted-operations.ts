import { shownText } from "../core/shown-name.ts"
import { z } from "zod"
import { Id, text } from "../core/wire.ts"

/**
 * DISTRICT-13: an operation that a hosted application has registered for itself, e.g. `finance:transfer`. Its id has a
 * colon, and no module of the portal has one: neither can be taken for the other.
 */
export const operationLimits = { id: 40, name: 30, perDomain: 20 } as const

const operationId = /^[a-z][a-z0-9-]*:[a-z][a-z0-9-]*$/

export const operationMessages = {
  badId: "操作标识为两段小写字母、数字或连字符，中间用冒号分开，例如 finance:transfer",
  nameMissing: "请填写操作名称",
  twice: "同一操作标识只能登记一次",
  tooMany: `每个网站最多登记${operationLimits.perDomain}项操作`,
} as const

export function isOperationId(mid: string): boolean {
  return mid.length <= operationLimits.id && operationId.test(mid)
}

/** The ids of the portal's own modules do not fit. */
export const OperationId = text(operationLimits.id).regex(operationId, operationMessages.badId)

export const HostedOperation = z.object({
  mid: OperationId,
  name: shownText(operationLimits.name, operationMessages.nameMissing),
})
export type HostedOperation = z.infer<typeof HostedOperation>

/** As it travels in re-authentications: with the entry of the list that it belongs to, so that no other can use the proof. */
const hostedModule = /^([0-9]{1,18}):([a-z][a-z0-9-]*:[a-z][a-z0-9-]*)$/

export function hostedModuleOf(domainId: Id, mid: string): string {
  return `${domainId}:${mid}`
}

/** Null: a module of the portal itself, or none at all. */
export function readHostedModule(module: string): { readonly domainId: Id; readonly mid: string } | null {
  const [, domainId, mid] = hostedModule.exec(module) ?? []
  return domainId !== undefined && mid !== undefined && isOperationId(mid) ? { domainId, mid } : null
}
