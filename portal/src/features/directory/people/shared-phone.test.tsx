import { QueryClientProvider } from "@tanstack/react-query"
import { peopleAdminCalls, peopleAdminMessages } from "@uc/contract/people/admin-calls"
import { render, screen } from "@testing-library/react"
import { afterEach, expect, test, vi } from "vitest"
import { createQueryClient } from "../../../platform/http/use-call.ts"
import { answering, serveFakes } from "../../../testing/fake-answers.ts"
import { SharedPhone } from "./shared-phone.tsx"

afterEach(() => vi.unstubAllGlobals())

test("[DISTRICT-3] the form tells who else has the phone, once it is a whole number", async () => {
  const asked = serveFakes(
    answering(peopleAdminCalls.phoneHolders, () => [
      { orgname: "第二中学", nickname: "张三", usercode: "zs2" },
    ]),
  )
  const client = createQueryClient()
  const shown = (phone: string) => (
    <QueryClientProvider client={client}>
      <SharedPhone phone={phone} person="7" />
    </QueryClientProvider>
  )
  const { rerender } = render(shown("1390000"))
  rerender(shown("13900000077"))
  expect((await screen.findByRole("status")).textContent).toBe(
    peopleAdminMessages.phoneShared(["第二中学“张三（zs2）”"]),
  )
  expect(asked).toHaveLength(1)
})
