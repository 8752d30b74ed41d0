import type { InputOf, OutputOf } from "@uc/contract/core/call"
import { identityCalls } from "@uc/contract/identity-sources/calls"
import { loginCalls } from "@uc/contract/login/calls"
import type { LoginVariant } from "@uc/contract/login/login-variants"
import { accountCalls, type CurrentUser } from "@uc/contract/account/calls"
import { md5 } from "@noble/hashes/legacy.js"
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js"
import { keepUser } from "./session.ts"
import { send, type SendOptions } from "../http/send.ts"

/*
 * Imported when it is needed (`await import(…)`), never by the login page itself: it brings zod and the calls along,
 * and the account box must not wait for them.
 */

/** LOGIN-2: a password leaves the browser only so. */
export function passwordMd5(password: string): string {
  return bytesToHex(md5(utf8ToBytes(password))).toUpperCase()
}

/** Proof of a person: a solved slider, or the code of a picture. */
export type HumanProof = Pick<
  InputOf<typeof accountCalls.signIn>,
  "chenckMoveId" | "chenckMoveCode" | "chenckMoveTrack" | "chenckMoveBy" | "codeid" | "vcode"
>

export interface PasswordSignIn {
  readonly variant: LoginVariant
  readonly account: string
  readonly password: string
  readonly proof?: HumanProof | undefined
}

function kept(user: CurrentUser): CurrentUser {
  keepUser(user)
  return user
}

/** LOGIN-3: administrators have a call of their own. */
export async function signIn({ variant, account, password, proof }: PasswordSignIn): Promise<CurrentUser> {
  const given = { account, password: passwordMd5(password), ...proof }
  return kept(
    variant === "adminLogin"
      ? await send(loginCalls.adminSignIn, given)
      : await send(accountCalls.signIn, { ...given, variant }),
  )
}

export function fetchPictureCode(): Promise<OutputOf<typeof loginCalls.verificationCode>> {
  return send(loginCalls.verificationCode, {})
}

export function sendCheckCode(ticket: string): Promise<OutputOf<typeof loginCalls.sendCheckCode>> {
  return send(loginCalls.sendCheckCode, { ticket })
}

export async function checkCodeSeconds(ticket: string): Promise<number> {
  return (await send(loginCalls.checkCodeExpiration, { ticket })).seconds
}

export async function checkCode(ticket: string, vcode: string): Promise<CurrentUser> {
  return kept(await send(loginCalls.checkCode, { ticket, vcode }))
}

/** DISTRICT-3: one of the accounts of the phone. */
export async function chooseAccount(ticket: string): Promise<CurrentUser> {
  return kept(await send(loginCalls.chooseAccount, { ticket }))
}

/** SSO-4: after another has vouched for the person. `unlinked`: no account is linked to what it vouched for. */
export async function enterByIdentity(ticket: string): Promise<OutputOf<typeof identityCalls.enter>> {
  const entered = await send(identityCalls.enter, { ticket })
  if (entered.user !== null) keepUser(entered.user)
  return entered
}

/** SSO-4: with an account that is added for it. */
export async function addByIdentity(ticket: string): Promise<CurrentUser> {
  return kept(await send(identityCalls.add, { ticket }))
}

/** HOME-6: in the place of the one-time password that was just proven. */
export async function setFirstPassword(ticket: string, password: string): Promise<CurrentUser> {
  return kept(await send(loginCalls.setPassword, { ticket, password: passwordMd5(password) }))
}

export function sendSignInCode(
  input: InputOf<typeof loginCalls.sendSignInCode>,
): Promise<OutputOf<typeof loginCalls.sendSignInCode>> {
  return send(loginCalls.sendSignInCode, input)
}

export async function smsSignIn(phone: string, vcode: string): Promise<CurrentUser> {
  return kept(await send(loginCalls.smsSignIn, { phone, vcode }))
}

/** Of the shown code: in memory only, so that the browser's cookie alone is not enough. */
let shownClaim = ""

export async function fetchSignInQrcode(options: SendOptions): Promise<OutputOf<typeof loginCalls.qrcode>> {
  const code = await send(loginCalls.qrcode, {}, options)
  shownClaim = code.claim
  return code
}

/** Not to be cancelled: the answer that brings the session is given once. */
export async function claimQrcode(): Promise<OutputOf<typeof loginCalls.claimQrcode>> {
  const claimed = await send(loginCalls.claimQrcode, { claim: shownClaim })
  if (claimed.user !== null) keepUser(claimed.user)
  return claimed
}
