import { z } from "zod"
import { text } from "../core/wire.ts"

export const addressLimits = { length: 400, perList: 10 } as const

export const addressMessages = {
  notWeb: "请填写以 https:// 或 http:// 开头的完整地址",
  userinfo: "地址中不能带用户名或密码",
  fragment: "地址中不能带 # 及其后的内容",
  wildcard: "地址中不能用 * 代替任意内容，请逐个填写",
  host: "域名只能由小写字母、数字、“-”“_”和“.”组成，末尾不能有“.”",
  plainOutside: "请填写以 https:// 开头的地址；http:// 只能用于服务器获准访问的内网地址",
  /** FAULT-10: which of the two lists counts depends on whose address it is. */
  listNetwork: "请运维人员把该网络列入 INNER_NETWORKS_FOR_ALL（平台自己的系统也可列入 INNER_NETWORKS）",
  notAsBrowsers: "请按浏览器地址栏中的写法填写地址（小写域名，中文域名用 xn-- 形式，不写默认端口）",
  twice: "同一地址填写了两次",
  tooMany: `每类地址最多${addressLimits.perList}个`,
} as const

/**
 * What a browser accepts is more: with a dot at the end it is the same site under another name, and `;` or `,` would end a directive of
 * the headers that name it.
 */
const usualHost = /^(?:\[[\da-f:.]+\]|(?:[\w-]+\.)*[\w-]+)$/

/**
 * SSO-3: null: it may be stored; else why not. Addresses are compared letter by letter, so only one way to write each is
 * accepted: that of browsers. The slash after a bare host alone may be missing, because some clients leave it out.
 */
export function addressProblem(address: string): string | null {
  if (!/^https?:\/\//.test(address) || !URL.canParse(address)) return addressMessages.notWeb
  const url = new URL(address)
  if (url.username !== "" || url.password !== "" || /^https?:\/\/[^/?#]*@/.test(address))
    return addressMessages.userinfo
  if (address.includes("#")) return addressMessages.fragment
  if (address.includes("*")) return addressMessages.wildcard
  if (url.href !== address && url.href !== `${address}/`) return addressMessages.notAsBrowsers
  return usualHost.test(url.hostname) ? null : addressMessages.host
}

/** An address that is compared letter by letter. */
export const ExactAddress = text(addressLimits.length).superRefine((address, context) => {
  const problem = addressProblem(address)
  if (problem !== null) context.addIssue({ code: "custom", message: problem })
})

export const AddressList = z
  .array(ExactAddress)
  .max(addressLimits.perList, addressMessages.tooMany)
  .refine((all) => new Set(all).size === all.length, addressMessages.twice)
