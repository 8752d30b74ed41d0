import type { CurrentUser } from "@uc/contract/account/calls"
import type { Id } from "@uc/contract/core/wire"
import { maskedPhone } from "@uc/contract/reauth/calls"
import type { person } from "../db/schema/people.ts"
import { maskedIdcard } from "./masked-idcard.ts"

/** What a browser may know of the person who is signed in. */
export function currentUser(row: {
  readonly person: typeof person.$inferSelect
  readonly org: { readonly id: Id; readonly name: string }
  readonly area: { readonly id: Id; readonly name: string }
}): CurrentUser {
  const { person: own, org, area } = row
  return {
    id: own.id,
    nickname: own.name,
    himg: own.himg,
    phone: own.phone === null ? null : maskedPhone(own.phone),
    role: own.role,
    orgid: org.id,
    orgname: org.name,
    faceimg: own.faceimg,
    checktype: own.checktype,
    reason: own.reason,
    synctype: own.synctype,
    usertype: own.usertype,
    areaid: area.id,
    areaname: area.name,
    idcard: own.idcard === null ? null : maskedIdcard(own.idcard),
    classcode: own.classcode,
    classname: own.classname,
    isParent: own.isParent,
    grade: own.grade,
    sex: own.sex,
    admintype: own.admintype,
    phoneclient: own.phoneclient,
    phoneicon: own.phoneicon,
    phonelogo: own.phonelogo,
    signature: own.signature,
  }
}
