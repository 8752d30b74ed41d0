import { render, screen, waitFor } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { MemoryRouter } from "react-router"
import { expect, test, vi } from "vitest"
import { QrcodePhone } from "./qrcode-phone.tsx"

const { send } = vi.hoisted(() => ({ send: vi.fn(() => new Promise(() => undefined)) }))
vi.mock("../../platform/http/send.ts", () => ({ send }))

test("[AUTH-9] opening a code's address does nothing; one press marks it as scanned, once", async () => {
  render(<QrcodePhone ticket="abc" onOver={() => undefined} />, { wrapper: MemoryRouter })
  const button = screen.getByRole("button", { name: "查看请求" })
  expect(send).not.toHaveBeenCalled()
  await userEvent.click(button)
  await waitFor(() => expect(send).toHaveBeenCalledOnce())
  expect(send).toHaveBeenCalledWith(expect.anything(), { t: "abc" }, expect.anything())
  expect(screen.queryByRole("button")).toBeNull()
})
