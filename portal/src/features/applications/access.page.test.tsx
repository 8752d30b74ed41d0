import { applicationAdminCalls, type ListedApplication } from "@uc/contract/applications/admin-calls"
import { webhookCalls, type WebhookDelivery } from "@uc/contract/applications/webhook-calls"
import { webhookLimits, webhookMessages, webhookPlace } from "@uc/contract/applications/webhooks"
import { screen, waitFor, within } from "@testing-library/react"
import { beforeEach, expect, test } from "vitest"
import { keepUser } from "../../platform/session/session.ts"
import { answering, serveFakes } from "../../testing/fake-answers.ts"
import { renderPage } from "../../testing/render-page.tsx"
import { someUser } from "../../testing/some-user.ts"
import { Component } from "./access.page.tsx"

const application: ListedApplication = {
  id: "7",
  protocol: "oidc",
  name: "教务系统",
  icon: "apps",
  homeAddress: "https://oa.example.cn/",
  redirectAddresses: ["https://oa.example.cn/back"],
  logoutAddresses: [],
  backchannelAddress: null,
  claims: [],
  isOwn: true,
  isForBelow: false,
  minAdmintype: 0,
  roles: [],
  keySet: null,
  waivesPkce: false,
  isPublic: false,
  isDisabled: false,
  clientId: "uc-7",
  version: 1,
  hasSecret: true,
  oldSecretUntil: null,
  lastUsedAt: null,
  domains: [],
  untold: { waiting: 0, givenUp: 0 },
  webhook: { isOff: false, isGone: false, failingSince: null, givenUp: 0 },
}
const delivery = (id: number): WebhookDelivery => ({
  id: String(id),
  object: "person",
  objectId: String(id),
  objectName: `人员${id}`,
  what: "changed",
  changedAt: "2026-11-15 08:00:00",
  tries: 1,
  answer: "200",
  answerMs: 5,
  answerWords: null,
  isTold: true,
  nextAt: null,
})
let goneAt: string | null = null
const many = webhookLimits.shown + 10

beforeEach(() => {
  goneAt = null
  keepUser(someUser)
  serveFakes(
    answering(applicationAdminCalls.list, () => ({
      applications: [application],
      roles: [],
      issuer: "https://uc.example/oidc",
      casAddress: "https://uc.example/cas",
      scimAddress: "https://uc.example/scim/v2",
    })),
    answering(webhookCalls.details, (sent) => {
      const before = Number(sent.get("before") ?? many + 1)
      const left = Array.from({ length: before - 1 }, (_, n) => delivery(before - 1 - n))
      const deliveries = left.slice(0, webhookLimits.shown)
      return {
        webhook: {
          address: "https://oa.example.cn/hook",
          objects: ["person" as const],
          isOff: goneAt !== null,
          goneAt,
          oldSecretUntil: null,
          failingSince: null,
          pausedUntil: null,
          waiting: 0,
          givenUp: 0,
        },
        deliveries,
        older: left.length > deliveries.length ? (deliveries.at(-1)?.id ?? null) : null,
      }
    }),
  )
})

test("[SSO-5] the bell leads to an application's notices, which are turned page by page", async () => {
  const { user, router } = renderPage(<Component />, { address: webhookPlace(application.id) })
  const drawer = within(await screen.findByRole("dialog", { name: "教务系统的变更通知" }))
  expect(await drawer.findByText(`修改人员 人员${many}`)).toBeTruthy()
  expect(drawer.queryByText("修改人员 人员10")).toBeNull()
  await user.click(drawer.getByRole("button", { name: "下一页" }))
  expect(await drawer.findByText("修改人员 人员10")).toBeTruthy()
  expect(drawer.getByText("修改人员 人员1")).toBeTruthy()
  expect(drawer.queryByText("修改人员 人员11")).toBeNull()
  expect(drawer.getByRole<HTMLButtonElement>("button", { name: "下一页" }).disabled).toBe(true)
  await user.click(drawer.getByRole("button", { name: "上一页" }))
  expect(await drawer.findByText(`修改人员 人员${many}`)).toBeTruthy()
  await user.click(drawer.getByRole("button", { name: "关闭" }))
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull())
  expect(router.state.location.search).toBe("")
})

test("[SSO-16] whoever opens a webhook that its receiver had switched off reads why", async () => {
  goneAt = "2026-11-15 08:00:00"
  renderPage(<Component />, { address: webhookPlace(application.id) })
  const drawer = within(await screen.findByRole("dialog", { name: "教务系统的变更通知" }))
  expect(await drawer.findByText("已自动关闭")).toBeTruthy()
  expect(drawer.getByText(webhookMessages.gone, { exact: false })).toBeTruthy()
})

test("[SSO-3] an authorised domain becomes an application: the form has its address and name", async () => {
  const site = new URLSearchParams({ site: "https://was.example.cn/", siteName: "旧系统" }).toString()
  const { user, router } = renderPage(<Component />, { address: `/main/applicationAccess?${site}` })
  const form = within(await screen.findByRole("dialog", { name: "接入新应用" }))
  const valueOf = (label: string) => form.getByLabelText<HTMLInputElement>(label).value
  expect([valueOf("应用名称"), valueOf("首页地址")]).toEqual(["旧系统", "https://was.example.cn/"])
  await user.click(form.getByRole("button", { name: "取消" }))
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull())
  expect(router.state.location.search).toBe("")
})

test("[SSO-10] PKCE is waived by a tick of its own, which says what is lost", async () => {
  const saved: unknown[] = []
  serveFakes(
    answering(applicationAdminCalls.list, () => ({
      applications: [application],
      roles: [],
      issuer: "https://uc.example/oidc",
      casAddress: "https://uc.example/cas",
      scimAddress: "https://uc.example/scim/v2",
    })),
    answering(applicationAdminCalls.save, (sent) => {
      saved.push((JSON.parse(sent.get("json") ?? "") as { readonly waivesPkce?: unknown }).waivesPkce)
      return { ...application, waivesPkce: true }
    }),
  )
  const { user } = renderPage(<Component />, { address: "/main/applicationAccess" })
  await user.click(await screen.findByRole("button", { name: "修改教务系统" }))
  const form = within(await screen.findByRole("dialog", { name: "修改“教务系统”" }))
  const tick = form.getByRole<HTMLInputElement>("checkbox", { name: /不使用 PKCE/ })
  expect(tick.checked).toBe(false)
  expect(form.queryByText(/授权码在途中被截获/)).toBeNull()
  await user.click(tick)
  expect(form.getByText(/授权码在途中被截获/)).toBeTruthy()
  await user.click(form.getByRole("button", { name: "保存" }))
  await waitFor(() => expect(saved).toEqual([true]))
})

test("[SSO-12] an application without a server has neither keys nor a waiver of PKCE in its form", async () => {
  const saved: unknown[] = []
  const bare = { ...application, hasSecret: false, isPublic: true }
  serveFakes(
    answering(applicationAdminCalls.list, () => ({
      applications: [bare],
      roles: [],
      issuer: "https://uc.example/oidc",
      casAddress: "https://uc.example/cas",
      scimAddress: "https://uc.example/scim/v2",
    })),
    answering(applicationAdminCalls.save, (sent) => {
      saved.push(JSON.parse(sent.get("json") ?? ""))
      return bare
    }),
  )
  const { user } = renderPage(<Component />, { address: "/main/applicationAccess" })
  expect(await screen.findByText("没有服务器，不用密钥")).toBeTruthy()
  expect(screen.queryByText("缺少密钥")).toBeNull()
  await user.click(screen.getByRole("button", { name: "接入新应用" }))
  const form = within(await screen.findByRole("dialog", { name: "接入新应用" }))
  await user.click(form.getByRole("checkbox", { name: /不使用 PKCE/ }))
  await user.click(form.getByRole("checkbox", { name: /没有自己的服务器/ }))
  expect(form.getByText(/无法保管密钥/)).toBeTruthy()
  expect(form.queryByLabelText(/公钥/)).toBeNull()
  expect(form.queryByRole("checkbox", { name: /不使用 PKCE/ })).toBeNull()
  await user.type(form.getByLabelText("应用名称"), "课表")
  await user.type(form.getByLabelText("首页地址"), "https://kb.example.cn/")
  await user.type(form.getByLabelText("登录回调地址"), "https://kb.example.cn/in")
  await user.click(form.getByRole("button", { name: "保存" }))
  await waitFor(() =>
    expect(saved).toEqual([expect.objectContaining({ isPublic: true, waivesPkce: false, keySet: null })]),
  )
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull())
})

test("[SSO-13] a tick tells an application the mail address, and says that it is not verified", async () => {
  const saved: unknown[] = []
  serveFakes(
    answering(applicationAdminCalls.list, () => ({
      applications: [application],
      roles: [],
      issuer: "https://uc.example/oidc",
      casAddress: "https://uc.example/cas",
      scimAddress: "https://uc.example/scim/v2",
    })),
    answering(applicationAdminCalls.save, (sent) => {
      saved.push((JSON.parse(sent.get("json") ?? "") as { readonly claims?: unknown }).claims)
      return { ...application, claims: ["email" as const] }
    }),
  )
  const { user } = renderPage(<Component />, { address: "/main/applicationAccess" })
  await user.click(await screen.findByRole("button", { name: "修改教务系统" }))
  const form = within(await screen.findByRole("dialog", { name: "修改“教务系统”" }))
  expect(form.queryByText(/邮箱未经核实/)).toBeNull()
  await user.click(form.getByRole("checkbox", { name: "邮箱" }))
  expect(form.getByText(/邮箱未经核实/)).toBeTruthy()
  await user.click(form.getByRole("button", { name: "保存" }))
  await waitFor(() => expect(saved).toEqual([["email"]]))
})
