import { sessionMessages } from "@uc/contract/account/calls"
import { activationCalls, activationRefusals } from "@uc/contract/login/activation-calls"
import { render, screen } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { createMemoryRouter, RouterProvider } from "react-router"
import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { answering, Refused, serveFakes } from "../../testing/fake-answers.ts"
import { Component } from "./activate.page.tsx"

const account = {
  nickname: "新一",
  orgname: "实验小学",
  usercode: "xin.yi",
  until: "2026-11-24 08:00:00",
}
let sent: unknown[]

beforeEach(() => {
  sent = []
})
afterEach(() => vi.unstubAllGlobals())

function show(...fakes: readonly ReturnType<typeof answering>[]) {
  serveFakes(...fakes)
  const router = createMemoryRouter(
    [
      { path: "/activate", element: <Component /> },
      { path: "/newLogin", element: <p>login page</p> },
    ],
    { initialEntries: ["/activate?k=secret"] },
  )
  render(<RouterProvider router={router} />)
  return { user: userEvent.setup(), router }
}

function refuse(why: string): never {
  throw new Refused(why)
}

const looked = answering(activationCalls.look, () => account)
const activated = answering(activationCalls.activate, (given) => {
  sent.push(JSON.parse(given.get("json") ?? ""))
  return { usercode: "xin.yi" }
})

async function type(user: ReturnType<typeof userEvent.setup>, first: string, second = first) {
  await user.type(await screen.findByLabelText("新密码"), first)
  await user.type(screen.getByLabelText("再次输入新密码"), second)
  await user.click(screen.getByRole("button", { name: "设置密码并激活" }))
}

test("[DISTRICT-1] the page of a link shows name and organisation, and leads to the login page", async () => {
  const { user, router } = show(looked, activated)
  expect(await screen.findByText("新一")).toBeTruthy()
  expect(screen.getByText("实验小学")).toBeTruthy()
  expect(screen.getByText("2026-11-24 08:00")).toBeTruthy()
  await type(user, "Meine@2026")
  expect(await screen.findByText(/请用账号 xin\.yi 和刚才设置的密码登录/)).toBeTruthy()
  // LOGIN-2: never the password itself.
  expect(sent).toEqual([{ key: "secret", password: expect.stringMatching(/^[0-9A-F]{32}$/) }])
  expect(router.state.location.search).toBe("")
  await user.click(screen.getByRole("link", { name: "去登录" }))
  expect(await screen.findByText("login page")).toBeTruthy()
})

test("[DISTRICT-1] a short password and one that differs are told before anything is sent", async () => {
  const { user } = show(looked, activated)
  await type(user, "kurz")
  expect(await screen.findByText(sessionMessages.passwordShort)).toBeTruthy()
  await user.clear(screen.getByLabelText("新密码"))
  await user.clear(screen.getByLabelText("再次输入新密码"))
  await type(user, "Meine@2026", "Meine@2027")
  expect(await screen.findByText(sessionMessages.passwordsDiffer)).toBeTruthy()
  expect(sent).toEqual([])
})

test("[DISTRICT-1] a link that was used meanwhile ends the page with what to do", async () => {
  const { user } = show(
    looked,
    answering(activationCalls.activate, () => refuse(activationRefusals.used)),
  )
  await type(user, "Meine@2026")
  expect(await screen.findByText(activationRefusals.used)).toBeTruthy()
  expect(screen.queryByLabelText("新密码")).toBeNull()
  expect(screen.getByRole("link", { name: "去登录" })).toBeTruthy()
})

test.each(["expired", "replaced", "disabled", "unknown"] as const)(
  "[DISTRICT-1] a link that is %s says so and takes no password",
  async (why) => {
    show(answering(activationCalls.look, () => refuse(activationRefusals[why])))
    expect(await screen.findByText(activationRefusals[why])).toBeTruthy()
    expect(screen.queryByLabelText("新密码")).toBeNull()
    expect(screen.queryByRole("link", { name: "去登录" })).toBeNull()
  },
)

test("[DISTRICT-1] a link that could not be read is read again on request", async () => {
  let isBroken = true
  const { user } = show(
    answering(activationCalls.look, () => (isBroken ? refuse("系统繁忙") : account)),
    activated,
  )
  expect(await screen.findByText("系统繁忙")).toBeTruthy()
  isBroken = false
  await user.click(screen.getByRole("button", { name: "重试" }))
  expect(await screen.findByText("新一")).toBeTruthy()
})
