import type { ListedApplication } from "@uc/contract/applications/admin-calls"
import { applicationFailureCalls, type FailedSignOn } from "@uc/contract/applications/failure-calls"
import { signOnFailureLabels } from "@uc/contract/applications/sign-on-failures"
import { screen, within } from "@testing-library/react"
import { beforeEach, expect, test } from "vitest"
import { keepUser } from "../../../platform/session/session.ts"
import { answering, Refused, serveFakes } from "../../../testing/fake-answers.ts"
import { renderPage } from "../../../testing/render-page.tsx"
import { someUser } from "../../../testing/some-user.ts"
import { FailedSignOns } from "./failed-sign-ons.tsx"

const entry = { id: "7", name: "教务系统" } as ListedApplication
const failure: FailedSignOn = {
  id: "1",
  reason: "address",
  ip: "10.1.2.3",
  address: "https://oa.example.cn/callback/",
  times: 12,
  firstAt: "2026-11-15 08:00:00",
  lastAt: "2026-11-15 09:30:00",
}

beforeEach(() => keepUser(someUser))

const shown = () => {
  renderPage(<FailedSignOns entry={entry} onClose={() => {}} />, { address: "/main/applicationAccess" })
  return screen.findByRole("dialog", { name: "教务系统最近失败的登录" }).then((dialog) => within(dialog))
}

test("[SSO-14] a failed sign-on has its reason, address, sender and how often it happened", async () => {
  serveFakes(answering(applicationFailureCalls.list, () => ({ failures: [failure] })))
  const drawer = await shown()
  expect(await drawer.findByText(signOnFailureLabels.address)).toBeTruthy()
  for (const words of ["收到的地址：https://oa.example.cn/callback/", "12 次"])
    expect(drawer.getByText(words)).toBeTruthy()
  expect(drawer.getByText(/来自 10\.1\.2\.3/)).toBeTruthy()
})

test("[SSO-14] where nothing has failed the drawer says so", async () => {
  serveFakes(answering(applicationFailureCalls.list, () => ({ failures: [] })))
  expect(await (await shown()).findByText("近期没有失败的登录")).toBeTruthy()
})

test("[SSO-14] where the list can't be read the drawer says so and why", async () => {
  serveFakes(
    answering(applicationFailureCalls.list, () => {
      throw new Refused("应用不存在")
    }),
  )
  const drawer = await shown()
  expect(await drawer.findByText("失败的登录加载失败")).toBeTruthy()
  expect(drawer.getByText("应用不存在")).toBeTruthy()
  expect(drawer.queryByText("近期没有失败的登录")).toBeNull()
})
