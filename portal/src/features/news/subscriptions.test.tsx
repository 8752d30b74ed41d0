import { QueryClientProvider } from "@tanstack/react-query"
import { subscriptionCalls, type Subscription } from "@uc/contract/subscriptions/calls"
import { render, screen } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { afterEach, expect, test, vi } from "vitest"
import { createQueryClient } from "../../platform/http/use-call.ts"
import { answering, serveFakes } from "../../testing/fake-answers.ts"
import { Subscriptions } from "./subscriptions.tsx"

const topics: readonly Subscription[] = [
  { code: "notice", name: "通知公告", isSubscribed: true },
  { code: "task", name: "任务", isSubscribed: true },
]

afterEach(() => vi.unstubAllGlobals())

test("[HOME-5] two switches in quick succession both count, whichever is answered first", async () => {
  const answers: (() => void)[] = []
  serveFakes(
    answering(subscriptionCalls.check, () => [...topics]),
    answering(subscriptionCalls.save, (sent) => {
      const asked = JSON.parse(sent.get("json") ?? "{}") as Partial<Subscription>
      const topic = topics.find(({ code }) => code === asked.code)
      if (!topic) throw new Error("Nobody offers this")
      return new Promise((resolve) => {
        answers.push(() => resolve({ ...topic, isSubscribed: false }))
      })
    }),
  )
  render(
    <QueryClientProvider client={createQueryClient()}>
      <Subscriptions />
    </QueryClientProvider>,
  )
  const user = userEvent.setup()
  await user.click(await screen.findByRole("switch", { name: /通知公告/ }))
  await user.click(screen.getByRole("switch", { name: /任务/ }))
  // Pressed while it is on its way it is not asked for twice.
  await user.click(screen.getByRole("switch", { name: /任务/ }))
  await vi.waitFor(() => expect(answers).toHaveLength(2))
  for (const answer of answers.toReversed()) answer()
  for (const name of [/通知公告/, /任务/])
    await vi.waitFor(() =>
      expect(screen.getByRole("switch", { name }).getAttribute("aria-checked")).toBe("false"),
    )
})
