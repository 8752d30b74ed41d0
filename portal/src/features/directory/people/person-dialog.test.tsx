import { QueryClientProvider } from "@tanstack/react-query"
import { peopleAdminCalls, type PersonDetails } from "@uc/contract/people/admin-calls"
import { emailMessages } from "@uc/contract/people/email"
import { render, screen } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { createMemoryRouter, RouterProvider } from "react-router"
import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { createQueryClient } from "../../../platform/http/use-call.ts"
import { keepUser } from "../../../platform/session/session.ts"
import { answering, serveFakes } from "../../../testing/fake-answers.ts"
import { someUser } from "../../../testing/some-user.ts"
import { ChangePerson } from "./person-dialog.tsx"

const person: PersonDetails = {
  id: "7",
  orgid: "10",
  orgname: "实验小学",
  usercode: "lisi",
  nickname: "李四",
  phone: null,
  email: "l***@school.cn",
  admintype: 0,
  isDisabled: false,
  sex: "",
  role: "",
  usertype: 40,
  places: [],
  version: 5,
  lastSignIn: null,
  oneTimeUntil: null,
  isActivated: true,
  mayChange: true,
  mayReset: true,
  grantable: [0],
}

beforeEach(() => keepUser(someUser))
afterEach(() => vi.unstubAllGlobals())

async function shown() {
  const saved: Record<string, unknown>[] = []
  serveFakes(
    answering(peopleAdminCalls.change, (sent) => {
      saved.push(JSON.parse(sent.get("json") ?? "{}") as Record<string, unknown>)
      return {}
    }),
  )
  const router = createMemoryRouter([
    { path: "*", element: <ChangePerson person={person} onClose={() => {}} /> },
  ])
  render(
    <QueryClientProvider client={createQueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  const save = () => userEvent.click(screen.getByRole("button", { name: "保存", hidden: true }))
  return { saved, save, box: screen.getByLabelText("邮箱（选填）") }
}

test("[SSO-13] the form tells the masked mail address, and sends one only where it was changed", async () => {
  const { saved, save, box } = await shown()
  expect(screen.getByText("现在是 l***@school.cn；不更换就留空。")).toBeTruthy()
  await userEvent.type(box, "lisi")
  await save()
  expect(screen.getByText(emailMessages.wrong)).toBeTruthy()
  expect(saved).toEqual([])
  await userEvent.clear(box)
  await save()
  await vi.waitFor(() => expect(saved).toHaveLength(1))
  expect(saved[0]).not.toHaveProperty("email")
})

test("[SSO-13] a tick in the form of a person removes the mail address", async () => {
  const { saved, save } = await shown()
  await userEvent.click(screen.getByLabelText("删除登记的邮箱"))
  await save()
  await vi.waitFor(() => expect(saved).toHaveLength(1))
  expect(saved[0]).toMatchObject({ personid: "7", email: "" })
})
