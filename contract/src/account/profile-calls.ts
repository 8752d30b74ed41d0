import { z } from "zod"
import { call } from "../core/call.ts"
import { sliderFields } from "../captcha/calls.ts"
import { timeoutsMs } from "../core/http.ts"
import { MobilePhone, SmsCode } from "../login/calls.ts"
import { Admintype, CurrentUser, PasswordMd5, sessionLimits, sessionMessages, Usertype } from "./calls.ts"
import { Count, Id, text } from "../core/wire.ts"
import { EmailOrNone } from "../people/email.ts"

export const profileLimits = {
  pictureBytes: 2 * 1024 * 1024,
  /** As it is stored: a square. */
  pictureSide: 256,
  /** Of one person. */
  picturesPerHour: 20,
  signature: 60,
  place: 200,
  /** Organisations that one person may belong to. */
  tied: 10,
} as const

export const profileMessages = {
  pictureTooLarge: `头像不能超过${profileLimits.pictureBytes / 1024 / 1024}MB`,
  notPicture: "请选择JPG、PNG、WebP或GIF图片",
  pictureSaved: "头像已更新",
  pictureRemoved: "已恢复默认头像",
  tooOften: "更换过于频繁，请稍后再试",
  signatureSaved: "签名已保存",
  homePageSaved: "下次登录将打开所选页面",
  placeWrong: "请选择菜单中的页面",
  phoneSame: "新手机号与原手机号相同",
  phoneTaken: "该手机号已被其他账号使用，请联系本单位管理员",
  phoneChanged: "手机号已更换",
  emailSaved: "邮箱已保存",
  emailRemoved: "邮箱已删除",
  smsOff: "短信服务未开通，请联系本单位管理员更换手机号",
  codeWrong: "验证码错误或已过期，请重新获取",
  tieSelf: "这就是当前账号",
  tieTaken: "该账号已在可切换的单位中",
  tieSameOrg: "该账号与当前账号属于同一单位",
  tieTooMany: `最多关联${profileLimits.tied}个单位`,
  tieTwoFactors: "该账号需要双重验证，不能在此关联",
  tied: "已关联，可在页面顶部切换单位",
  untied: "已取消关联",
  notTied: "不能切换到该单位，请刷新后再试",
  switchNeedsPassword: "您是用外部身份登录的，切换单位需要输入该单位账号的密码",
  switchTwoFactors: "该单位的账号需要双重验证，请退出后用它登录",
} as const

/** For accounts that were linked with one whose password was changed. */
export function passwordChangedRing(orgname: string): string {
  return `您在${orgname}的账号修改了密码，已与本账号取消关联；如非本人操作，请联系管理员`
}

/**
 * Two addresses that are no calls, because they carry a picture: `own` takes one as bytes, `one` returns that of a
 * `personid`.
 */
export const pictureFiles = {
  own: "/web/save_own_picture.action",
  one: "/web/get_person_picture.action",
} as const
export const pictureService = "usercenter"
export const PictureInput = z.object({ personid: Id, v: Count.optional() })

/** An organisation that the person belongs to; in each they have a separate account. */
export const OwnOrganisation = z.object({
  personid: Id,
  orgname: z.string(),
  usertype: Usertype,
  admintype: Admintype,
  isCurrent: z.boolean(),
})
export type OwnOrganisation = z.infer<typeof OwnOrganisation>

export const Profile = z.object({
  /** Where the picture is; null: none, so initials stand for it. */
  himg: z.string().nullable(),
  /** Both masked. */
  phone: z.string().nullable(),
  email: z.string().nullable().default(null),
  signature: z.string().nullable(),
  /** The page that opens after signing in; null: the home page. */
  homePage: z.string().nullable(),
  /** With one entry there is nothing to switch. */
  organisations: z.array(OwnOrganisation),
  /** Another vouched for the person, so the other account's password is needed to switch to it. */
  switchesByPassword: z.boolean(),
})
export type Profile = z.infer<typeof Profile>

/** A page of the portal itself: never another site, never a scheme. */
const Place = text(profileLimits.place).regex(
  /^\/(?:[\w.%-][\w/.%-]*)?(?:\?[\w=&.%-]*)?$/,
  profileMessages.placeWrong,
)

const write = { service: "usercenter", method: "POST", encoding: "form", writes: true } as const
const plainWrite = { ...write, sensitive: false } as const

export const profileCalls = {
  own: call({
    service: "usercenter",
    method: "GET",
    path: "/web/get_own_profile.action",
    permission: null,
    input: z.object({}),
    output: Profile,
  }),
  /** Of a person whom the viewer may see. */
  pictureOf: call({
    service: "usercenter",
    method: "GET",
    path: "/web/get_person_picture_address.action",
    permission: null,
    input: z.object({ personid: Id }),
    output: z.object({ himg: z.string().nullable() }),
  }),
  removePicture: call({
    ...plainWrite,
    path: "/web/delete_own_picture.action",
    permission: null,
    input: z.object({}),
    output: CurrentUser,
  }),
  saveSignature: call({
    ...plainWrite,
    path: "/web/save_own_signature.action",
    permission: null,
    input: z.object({ signature: text(profileLimits.signature).trim() }),
    output: CurrentUser,
  }),
  /** Without `place`: the home page again. */
  saveHomePage: call({
    ...plainWrite,
    path: "/web/save_own_home_page.action",
    permission: null,
    input: z.object({ place: Place.optional() }),
    output: z.object({}),
  }),
  /** DAY-1: what is wrong with a new phone, and how long its next code must wait, before anybody proves who they are for it. */
  checkPhone: call({
    ...plainWrite,
    path: "/web/check_new_phone.action",
    permission: null,
    input: z.object({ phone: MobilePhone }),
    output: z.object({}),
  }),
  /** To the new phone. A grant is needed first: nothing is sent to a phone that is not theirs yet without it. */
  sendPhoneCode: call({
    ...write,
    sensitive: "phone",
    permission: null,
    path: "/web/send_new_phone_code.action",
    timeoutMs: timeoutsMs.verificationCode,
    input: z.object({ phone: MobilePhone }),
    output: z.object({ seconds: Count }),
  }),
  changePhone: call({
    ...write,
    sensitive: "phone",
    permission: null,
    path: "/web/change_own_phone.action",
    input: z.object({ phone: MobilePhone, vcode: SmsCode }),
    output: CurrentUser,
  }),
  /** The empty text: none. Applications may send what is confidential there, so the person is proven first; the address is not. */
  saveEmail: call({
    ...write,
    sensitive: "email",
    permission: null,
    path: "/web/save_own_email.action",
    input: z.object({ email: EmailOrNone }),
    output: Profile.pick({ email: true }),
  }),
  /**
   * Links another account of the same person, proven by its password. As at a sign-in a slider comes first (errtype 1
   * without one); after a wrong password the grant is spent (BARE-10).
   */
  tie: call({
    ...write,
    sensitive: "switch",
    permission: null,
    onceByItself: true,
    path: "/web/tie_account.action",
    timeoutMs: timeoutsMs.login,
    input: z.object({
      account: text(sessionLimits.account).min(1, sessionMessages.accountMissing),
      password: PasswordMd5,
      ...z.object(sliderFields).partial().shape,
    }),
    output: z.object({ organisations: z.array(OwnOrganisation) }),
  }),
  untie: call({
    ...plainWrite,
    path: "/web/untie_account.action",
    permission: null,
    input: z.object({ personid: Id }),
    output: z.object({ organisations: z.array(OwnOrganisation) }),
  }),
  /**
   * Ends this session and begins one of the same person in the other organisation. FAULT-7: from a session that another vouched for the
   * other account's own password is needed, with a slider as for `tie`.
   */
  switchTo: call({
    ...write,
    sensitive: "switch",
    permission: null,
    onceByItself: true,
    path: "/web/switch_organisation.action",
    timeoutMs: timeoutsMs.login,
    input: z.object({
      personid: Id,
      password: PasswordMd5.optional(),
      ...z.object(sliderFields).partial().shape,
    }),
    output: CurrentUser,
  }),
}
