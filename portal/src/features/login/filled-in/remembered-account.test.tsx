import { render, screen } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { loginVariants } from "@uc/contract/login/login-variants"
import { beforeEach, expect, test, vi } from "vitest"
import { firstLogin } from "../steps/login-state.ts"
import { PasswordForm } from "../steps/password-form.tsx"
import { rememberAccount } from "./remembered-account.ts"

beforeEach(() => localStorage.clear())

function form() {
  const submit = vi.fn()
  const engine = {
    login: firstLogin(loginVariants.gzLogin),
    dispatch: vi.fn(),
    submit,
    prove: vi.fn(),
    enter: vi.fn(),
  }
  render(<PasswordForm variant="gzLogin" engine={engine} filled={null} />)
  return submit
}

const box = () => screen.getByRole<HTMLInputElement>("checkbox", { name: "记住账号" })
const account = () => screen.getByLabelText<HTMLInputElement>("账号")

test("[DAY-15] an account is not remembered unless somebody asks for it", async () => {
  const submit = form()
  expect([box().checked, account().value]).toEqual([false, ""])
  await userEvent.type(account(), "teacher")
  await userEvent.click(screen.getByRole("button", { name: "登录" }))
  expect(submit).toHaveBeenCalledWith(expect.objectContaining({ account: "teacher", isRemembered: false }))
})

test("[DAY-15] a remembered account is filled in and stays so; without the tick it is forgotten", () => {
  rememberAccount("teacher", true)
  form()
  expect([box().checked, account().value]).toEqual([true, "teacher"])
  expect([localStorage.length, localStorage.getItem("uc:login-account")]).toEqual([1, "teacher"])
  rememberAccount("teacher", false)
  expect(localStorage).toHaveLength(0)
})
