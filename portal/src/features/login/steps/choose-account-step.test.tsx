import { loginCalls, loginMessages } from "@uc/contract/login/calls"
import { loginVariants } from "@uc/contract/login/login-variants"
import { errtypes } from "@uc/contract/core/reply"
import { render, screen } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { afterEach, expect, test, vi } from "vitest"
import { Failure } from "../../../platform/http/failure.ts"
import { answering, Refused, serveFakes } from "../../../testing/fake-answers.ts"
import { someUser } from "../../../testing/some-user.ts"
import { Part } from "./choose-account-step.tsx"
import { firstLogin, reduceLogin, secondOf } from "./login-state.ts"
import { outcomeOf } from "./submit.ts"

afterEach(() => vi.unstubAllGlobals())

const accounts = [
  { ticket: "t1", account: "zhangsan", nickname: "张三", orgname: "实验小学" },
  { ticket: "t2", account: "zs2", nickname: "张三", orgname: "第二中学" },
]
const asked = new Failure("which-account", loginMessages.whichAccount, {
  errtype: errtypes.accountChoice,
  accounts,
})

test("[DISTRICT-3] several accounts of one phone lead to a choice, and what follows it comes next", () => {
  const begun = reduceLogin(firstLogin(loginVariants.newLogin), { type: "submitted" })
  const chosen = reduceLogin(begun, { type: "answered", outcome: outcomeOf(asked) })
  expect(secondOf(chosen)).toEqual({ ticket: "t1", phone: null, accounts })
  const next = reduceLogin(chosen, {
    type: "secondStepBegan",
    second: { ticket: "code", phone: "138****0000" },
  })
  expect(secondOf(next)).toEqual({ ticket: "code", phone: "138****0000" })
})

test("[DISTRICT-3] the chosen account goes in by its own ticket; a refusal is told and another may be chosen", async () => {
  const sent: (string | null)[] = []
  serveFakes(
    answering(loginCalls.chooseAccount, (input) => {
      sent.push(input.get("ticket"))
      if (input.get("ticket") === "t1") throw new Refused(loginMessages.passwordToo)
      return someUser
    }),
  )
  const [onSignedIn, onBack] = [vi.fn(), vi.fn()]
  render(<Part accounts={accounts} onSignedIn={onSignedIn} onSecondStep={() => {}} onBack={onBack} />)
  const user = userEvent.setup()
  await user.click(screen.getByRole("button", { name: "实验小学 张三（zhangsan）" }))
  expect((await screen.findByRole("alert")).textContent).toBe(loginMessages.passwordToo)
  await user.click(screen.getByRole("button", { name: "第二中学 张三（zs2）" }))
  await vi.waitFor(() => expect(onSignedIn).toHaveBeenCalledOnce())
  expect([sent, onBack.mock.calls]).toEqual([["t1", "t2"], []])
})
