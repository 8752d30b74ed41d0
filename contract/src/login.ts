import { z } from "zod"
import { call } from "./call.ts"
import { sliderFields } from "./captcha.ts"
import { timeoutsMs } from "./http.ts"
import { Credentials, CurrentUser } from "./session.ts"
import { text } from "./wire.ts"

/** LOGIN-1: what the faces of the login screen need beside the web login, which is `session.signIn`. */
export const loginCalls = {
  /** `adminLogin`: whether slider and check code must be there is the server's decision. */
  adminSignIn: call({
    service: "usercenter",
    method: "POST",
    path: "/ajax_admin_login.action",
    encoding: "form",
    writes: true,
    sensitive: false,
    open: true,
    timeoutMs: timeoutsMs.login,
    input: Credentials.extend(sliderFields).partial({ chenckMoveId: true, chenckMoveCode: true }),
    output: CurrentUser,
  }),
  /** The picture with a code of `defaultLogin`. */
  verificationCode: call({
    service: "usercenter",
    method: "GET",
    path: "/web/get_login_verification_code.action",
    open: true,
    timeoutMs: timeoutsMs.verificationCode,
    input: z.object({}),
    output: z.object({ codeid: z.string(), image: z.string() }),
  }),
  /** Two factors: sends the check code to the phone of the sign-in that waits for it. */
  sendCheckCode: call({
    service: "usercenter",
    method: "POST",
    path: "/web/send_check_code.action",
    encoding: "form",
    writes: true,
    sensitive: false,
    open: true,
    timeoutMs: timeoutsMs.verificationCode,
    input: z.object({ ticket: text(64) }),
    /** Masked. */
    output: z.object({ phone: z.string() }),
  }),
  checkCodeExpiration: call({
    service: "usercenter",
    method: "GET",
    path: "/web/get_check_code_expiration.action",
    open: true,
    timeoutMs: timeoutsMs.verificationCode,
    input: z.object({ ticket: text(64) }),
    output: z.object({ seconds: z.int().min(0) }),
  }),
}
