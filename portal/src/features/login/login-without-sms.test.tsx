import { needsSmsMessage, type LoginVariant } from "@uc/contract/login/login-variants"
import { defaultSiteConfig } from "@uc/contract/core/site-defaults"
import { render, screen, within } from "@testing-library/react"
import { createMemoryRouter, RouterProvider } from "react-router"
import { afterEach, expect, test } from "vitest"
import { siteConfigStore } from "../../platform/browser/site-config.ts"
import { LoginPanel } from "./steps/login-panel.tsx"
import { useLogin } from "./use-login.ts"

afterEach(() => siteConfigStore.setState(defaultSiteConfig, true))

function Panel({ variant }: { readonly variant: LoginVariant }) {
  return <LoginPanel variant={variant} engine={useLogin(variant)} />
}

function show(variant: LoginVariant, hasSms: boolean, address = "/") {
  siteConfigStore.setState({ ...defaultSiteConfig, hasSms }, true)
  render(
    <RouterProvider
      router={createMemoryRouter([{ path: "/", element: <Panel variant={variant} /> }], {
        initialEntries: [address],
      })}
    />,
  )
}

const entrances = async () =>
  within(await screen.findByRole("navigation"))
    .getAllByRole("link")
    .map(({ textContent }) => textContent)
    .toSorted()

test("[DISTRICT-4] without a gateway newLogin has no tab for SMS and names no entrance that needs it", async () => {
  show("newLogin", false)
  expect(screen.getAllByRole("tab").map(({ textContent }) => textContent)).toEqual(["账号登录", "扫码登录"])
  expect(await entrances()).toEqual(["区域门户", "账号登录"])
  expect(screen.queryByRole("link", { name: "短信找回密码" })).toBeNull()
})

test("[DISTRICT-4] with a gateway newLogin has its three tabs and every entrance", async () => {
  show("newLogin", true)
  expect(screen.getAllByRole("tab")).toHaveLength(3)
  // DAY-15: not offered where nothing can be sent.
  expect(screen.getByRole("link", { name: "短信找回密码" })).toBeTruthy()
  expect(await entrances()).toEqual(["区域门户", "教育局", "管理员", "账号登录"])
})

test.each(["eduLogin", "adminLogin"] as const)(
  "[DISTRICT-4] without a gateway %s says that it can't be used, and has nothing to type into",
  async (variant) => {
    show(variant, false)
    expect(screen.getByRole("alert").textContent).toBe(needsSmsMessage)
    expect(screen.queryByRole("textbox")).toBeNull()
    expect(screen.queryByRole("button", { name: "登录" })).toBeNull()
    expect(await entrances()).toContain("统一登录")
  },
)

test("[SSO-12] the account that an application names stands in the box, in place of the remembered one", () => {
  localStorage.setItem("uc:login-account", "school")
  show("newLogin", true, "/?returnUrl=%2Foidc%2Finteraction%2Fx&account=wang+li%2B1")
  expect(screen.getByLabelText<HTMLInputElement>("账号").value).toBe("wang li+1")
  localStorage.clear()
})
