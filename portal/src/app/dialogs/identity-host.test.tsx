import { act, render, screen, waitFor } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import type { ComponentProps } from "react"
import { createMemoryRouter } from "react-router"
import { expect, test, vi } from "vitest"
import { confirmIdentity } from "../../platform/session/identity.ts"
import { shownToasts } from "../../platform/browser/toast.ts"
import { windowBroken } from "../../ui/feedback/closes-when-broken.tsx"
import { IdentityHost } from "./identity-host.tsx"

const { mode } = vi.hoisted(() => ({ mode: { isBroken: false } }))
vi.mock("../../features/reauth/password-mode.tsx", async (load) => {
  const real = await load<typeof import("../../features/reauth/password-mode.tsx")>()
  return {
    PasswordMode(props: ComponentProps<typeof real.PasswordMode>) {
      if (mode.isBroken) throw new Error("can't be drawn")
      return <real.PasswordMode {...props} />
    },
  }
})

test("[AUTH-1][DLG-5] the dialog names the calling site and closes with it, typed text included", async () => {
  const router = createMemoryRouter([{ path: "*", element: null }])
  render(<IdentityHost router={router} />)
  const page = new AbortController()
  const theirs = confirmIdentity("domain", { origin: "https://oa.example.cn:8443", signal: page.signal })
  // It is loaded when it is opened first.
  const dialog = await screen.findByRole("dialog", { name: "身份验证" }, { timeout: 30_000 })
  expect(dialog.textContent).toContain("由 oa.example.cn:8443 发起")
  await userEvent.type(screen.getByLabelText("登录密码"), "secret")

  const ours = confirmIdentity("domain")
  act(() => page.abort())
  await expect(theirs).resolves.toBe(false)
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>("登录密码").value).toBe(""))
  expect(screen.getByRole("dialog").textContent).not.toContain("发起")
  await userEvent.click(screen.getByRole("button", { name: "取消" }))
  await expect(ours).resolves.toBe(false)
  expect(screen.queryByRole("dialog")).toBeNull()
})

test("[BARE-20] a dialog that can't be drawn counts as declined, and the next one is shown", async () => {
  vi.spyOn(console, "error").mockReturnValue(undefined)
  render(<IdentityHost router={createMemoryRouter([{ path: "*", element: null }])} />)
  mode.isBroken = true
  expect(await confirmIdentity("domain")).toBe(false)
  expect(shownToasts().map(({ text }) => text)).toEqual([windowBroken])
  mode.isBroken = false
  const proven = confirmIdentity("domain")
  expect(await screen.findByLabelText("登录密码")).toBeTruthy()
  await userEvent.click(screen.getByRole("button", { name: "取消" }))
  await expect(proven).resolves.toBe(false)
})
