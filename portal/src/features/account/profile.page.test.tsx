import { act, fireEvent, render, screen, within } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import type { Call } from "@uc/contract/core/call"
import {
  profileCalls,
  profileLimits,
  profileMessages,
  type Profile,
} from "@uc/contract/account/profile-calls"
import { sessionMessages } from "@uc/contract/account/calls"
import { emailMessages } from "@uc/contract/people/email"
import { smsWaitMessage } from "@uc/contract/reauth/calls"
import { MemoryRouter } from "react-router"
import { beforeEach, expect, test, vi } from "vitest"
import { Failure } from "../../platform/http/failure.ts"
import { arriveAt } from "../../platform/http/reload-document.ts"
import { send } from "../../platform/http/send.ts"
import { keepUser, storedUser } from "../../platform/session/session.ts"
import { someUser } from "../../testing/some-user.ts"
import { OrganisationSwitch } from "./organisation-switch.tsx"
import { Component } from "./profile.page.tsx"
import { chooseOption } from "../../testing/choose-option.ts"

vi.mock("../../platform/http/send.ts", async (original) => ({
  ...(await original<typeof import("../../platform/http/send.ts")>()),
  send: vi.fn(),
}))
vi.mock("../../platform/http/reload-document.ts", () => ({ arriveAt: vi.fn(), reloadDocument: vi.fn() }))
vi.mock("../../platform/browser/site-config.ts", async (original) => ({
  ...(await original<typeof import("../../platform/browser/site-config.ts")>()),
  siteConfig: async () => ({ services: { usercenter: "/usercenter" } }),
}))

const profile: Profile = {
  himg: null,
  phone: "138****0001",
  email: "z***@school.cn",
  signature: null,
  homePage: null,
  switchesByPassword: false,
  organisations: [
    { personid: someUser.id, orgname: "第一小学", usertype: 40, admintype: 0, isCurrent: true },
    { personid: "77", orgname: "区教育局", usertype: 20, admintype: 0, isCurrent: false },
  ],
}
const answers = new Map<Call, (input: Record<string, unknown>) => unknown>()

beforeEach(() => {
  keepUser(someUser)
  vi.mocked(arriveAt).mockReset()
  answers.clear()
  answers.set(profileCalls.own, () => profile)
  vi.mocked(send).mockReset()
  vi.mocked(send).mockImplementation(async (call: Call, input) => answers.get(call)?.(input) ?? {})
})

async function shown() {
  render(
    <MemoryRouter>
      <OrganisationSwitch />
      <Component />
    </MemoryRouter>,
  )
  await screen.findByRole("heading", { name: "个人资料" })
}
const press = (name: string | RegExp) => userEvent.click(screen.getByRole("button", { name }))
const lastOf = (call: Call) => vi.mocked(send).mock.calls.findLast(([made]) => made === call)?.[1]

test("[HOME-1] a picture that is too large is not sent; an accepted one shows in the header", async () => {
  const fetched = vi.fn(async () =>
    Response.json({ ret: 1, data: { himg: "/usercenter/p?personid=1" }, msg: "" }),
  )
  vi.stubGlobal("fetch", fetched)
  await shown()
  const box = screen.getByLabelText("选择头像图片")
  const large = new File([new Uint8Array(profileLimits.pictureBytes + 1)], "large.png")
  fireEvent.change(box, { target: { files: [large] } })
  expect(await screen.findByText(profileMessages.pictureTooLarge)).toBeTruthy()
  expect(fetched).not.toHaveBeenCalled()
  await act(async () => void fireEvent.change(box, { target: { files: [new File(["x"], "a.png")] } }))
  await vi.waitFor(() => expect(storedUser()?.himg).toBe("/usercenter/p?personid=1"))
  fetched.mockResolvedValueOnce(Response.json({ ret: 0, msg: profileMessages.notPicture }, { status: 415 }))
  await act(async () => void fireEvent.change(box, { target: { files: [new File(["y"], "b.png")] } }))
  expect(await screen.findByText(profileMessages.notPicture)).toBeTruthy()
  answers.set(profileCalls.removePicture, () => ({ ...someUser, himg: null }))
  await press("恢复默认")
  expect(storedUser()?.himg).toBeNull()
  vi.unstubAllGlobals()
})

test("[AUTH-8][DAY-1] a new phone is confirmed by a code; a refusal is shown, a limit before the proof", async () => {
  await shown()
  await press("更换")
  const dialog = within(screen.getByRole("dialog", { name: "更换手机号", hidden: true }))
  const at = (name: string) => dialog.getByRole("button", { name, hidden: true })
  await userEvent.click(at("获取验证码"))
  expect(dialog.getByRole("alert", { hidden: true }).textContent).toBe("请输入11位手机号")
  await userEvent.type(dialog.getByLabelText("新手机号"), "139-1234-5678")
  answers.set(profileCalls.checkPhone, () => {
    throw new Failure("refused", smsWaitMessage(50))
  })
  await userEvent.click(at("获取验证码"))
  expect(dialog.getByRole("alert", { hidden: true }).textContent).toBe(smsWaitMessage(50))
  expect(lastOf(profileCalls.sendPhoneCode)).toBeUndefined()
  answers.set(profileCalls.checkPhone, () => ({}))
  answers.set(profileCalls.sendPhoneCode, () => ({ seconds: 300 }))
  await userEvent.click(at("获取验证码"))
  expect(lastOf(profileCalls.sendPhoneCode)).toEqual({ phone: "13912345678" })
  expect(dialog.getByRole<HTMLButtonElement>("button", { name: /秒后重发/, hidden: true }).disabled).toBe(
    true,
  )
  answers.set(profileCalls.changePhone, () => {
    throw new Failure("refused", profileMessages.codeWrong)
  })
  await userEvent.type(dialog.getByLabelText("验证码"), "123456")
  await userEvent.click(at("确认更换"))
  expect(dialog.getByRole("alert", { hidden: true }).textContent).toBe(profileMessages.codeWrong)
  answers.set(profileCalls.changePhone, () => ({ ...someUser, phone: "139****5678" }))
  await userEvent.click(at("确认更换"))
  expect(await screen.findByText("139****5678")).toBeTruthy()
})

test("[SSO-13] a mail address is changed in a dialog, which says what is wrong, and is removed by a tick", async () => {
  await shown()
  expect(screen.getByText("z***@school.cn")).toBeTruthy()
  await press("修改")
  const dialog = within(screen.getByRole("dialog", { name: "修改邮箱", hidden: true }))
  const save = () => userEvent.click(dialog.getByRole("button", { name: "保存", hidden: true }))
  const box = dialog.getByLabelText("新邮箱")
  for (const wrong of ["", "zhangsan"]) {
    await userEvent.clear(box)
    if (wrong !== "") await userEvent.type(box, wrong)
    await save()
    expect(dialog.getByText(emailMessages.wrong)).toBeTruthy()
  }
  expect(lastOf(profileCalls.saveEmail)).toBeUndefined()
  answers.set(profileCalls.saveEmail, () => ({ email: "n***@school.cn" }))
  await userEvent.clear(box)
  await userEvent.type(box, " New@school.cn ")
  await save()
  expect(lastOf(profileCalls.saveEmail)).toEqual({ email: " New@school.cn " })
  expect(await screen.findByText("n***@school.cn")).toBeTruthy()

  await press("修改")
  const again = within(screen.getByRole("dialog", { name: "修改邮箱", hidden: true }))
  await userEvent.click(again.getByLabelText("删除登记的邮箱"))
  answers.set(profileCalls.saveEmail, () => ({ email: null }))
  await userEvent.click(again.getByRole("button", { name: "保存", hidden: true }))
  expect(lastOf(profileCalls.saveEmail)).toEqual({ email: "" })
  expect(await screen.findByRole("button", { name: "添加" })).toBeTruthy()
})

test("[HOME-1] who belongs to several organisations switches in the header; the page reloads", async () => {
  await shown()
  answers.set(profileCalls.switchTo, () => ({ ...someUser, id: "77", orgname: "区教育局" }))
  answers.set(profileCalls.own, () => ({ ...profile, homePage: "/main/alarms" }))
  await press("切换单位")
  await userEvent.click(screen.getByRole("menuitemradio", { name: /区教育局/ }))
  expect(lastOf(profileCalls.switchTo)).toEqual({ personid: "77" })
  await vi.waitFor(() => expect(vi.mocked(arriveAt).mock.calls).toEqual([["/main/alarms"]]))
  expect(storedUser()?.id).toBe("77")
})

test.each(["in the header", "on the page"])(
  "[FAULT-7] who was signed in by a source types the other account's password to switch, %s",
  async (where) => {
    answers.set(profileCalls.own, () => ({ ...profile, switchesByPassword: true }))
    await shown()
    answers.set(profileCalls.switchTo, () => {
      throw new Failure("refused", sessionMessages.wrongCredentials)
    })
    if (where === "on the page") await press("切换到区教育局")
    else {
      await press("切换单位")
      await userEvent.click(screen.getByRole("menuitemradio", { name: /区教育局/ }))
    }
    const dialog = within(await screen.findByRole("dialog", { name: "切换到“区教育局”", hidden: true }))
    const at = (name: string) => dialog.getByRole("button", { name, hidden: true })
    await userEvent.click(at("切换"))
    expect(dialog.getByRole("alert", { hidden: true }).textContent).toBe(sessionMessages.passwordMissing)
    expect(lastOf(profileCalls.switchTo)).toBeUndefined()
    await userEvent.type(dialog.getByLabelText("该账号的密码"), "secret")
    await userEvent.click(at("切换"))
    await vi.waitFor(() =>
      expect(dialog.getByRole("alert", { hidden: true }).textContent).toBe(sessionMessages.wrongCredentials),
    )
    answers.set(profileCalls.switchTo, () => ({ ...someUser, id: "77", orgname: "区教育局" }))
    await userEvent.click(at("切换"))
    await vi.waitFor(() => expect(vi.mocked(arriveAt)).toHaveBeenCalledOnce())
    expect(lastOf(profileCalls.switchTo)).toEqual({
      personid: "77",
      password: expect.stringMatching(/^[0-9a-f]{32}$/i),
    })
  },
)

test("[HOME-1] signature and home page are saved; another account is tied and untied", async () => {
  await shown()
  answers.set(profileCalls.saveSignature, ({ signature }) => ({ ...someUser, signature }))
  await userEvent.type(screen.getByLabelText("个性签名"), "平安是福")
  await userEvent.click(screen.getAllByRole("button", { name: "保存" })[0] ?? expect.fail())
  expect(storedUser()?.signature).toBe("平安是福")
  const place = screen.getByRole("combobox", { name: "页面" })
  let refuse: (failure: Failure) => void = () => {}
  answers.set(
    profileCalls.saveHomePage,
    () =>
      new Promise((_resolve, reject) => {
        refuse = reject
      }),
  )
  await chooseOption(place, "服务")
  expect(place.textContent).toBe("服务")
  refuse(new Failure("slow", "当前网络较慢，请检查"))
  expect(await screen.findByText("当前网络较慢，请检查")).toBeTruthy()
  await vi.waitFor(() => expect(place.textContent).toBe("首页"))
  answers.set(profileCalls.saveHomePage, () => ({}))
  await chooseOption(place, "任务")
  expect(lastOf(profileCalls.saveHomePage)).toEqual({ place: "/task" })
  answers.set(profileCalls.untie, () => ({ organisations: profile.organisations.slice(0, 1) }))
  await press("取消关联区教育局")
  await userEvent.click(screen.getByRole("button", { name: "取消关联", hidden: true }))
  expect(lastOf(profileCalls.untie)).toEqual({ personid: "77" })
  expect(screen.queryByRole("button", { name: "切换单位" })).toBeNull()
})
