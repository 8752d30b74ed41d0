import { z } from "zod"

/** RFC 5321, 4.5.3.1: a longer address can't be delivered to. */
export const emailLimits = { address: 254, local: 64 } as const

export const emailMessages = {
  wrong: "请输入正确的邮箱地址，如 zhangsan@school.cn",
} as const

/** What HTML accepts in `<input type="email">`, without a dot at either end or two in a row. */
const localPart = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/
const label = /^[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?$/

function isEmail(written: string): boolean {
  const [local = "", domain = "", ...more] = written.split("@")
  const labels = domain.split(".")
  return (
    more.length === 0 &&
    local.length <= emailLimits.local &&
    localPart.test(local) &&
    labels.length > 1 &&
    labels.every((each) => label.test(each)) &&
    // The last label of an address in the network is never a number.
    /^[A-Za-z]/.test(labels.at(-1) ?? "")
  )
}

/** SSO-13: the letters stay as they were written; whoever compares addresses does it in lower case. The empty text: none. */
export const EmailOrNone = z
  .string()
  .trim()
  .max(emailLimits.address, emailMessages.wrong)
  .refine((written) => written === "" || isEmail(written), emailMessages.wrong)

/** As a phone, it is shown in part: the first letter, and where the mailbox is. */
export function maskedEmail(email: string): string {
  const at = email.lastIndexOf("@")
  return `${at > 1 ? email.slice(0, 1) : ""}***${email.slice(at)}`
}

/** Null: there is none. */
export function shownEmail(email: string | null): string | null {
  return email === null ? null : maskedEmail(email)
}
