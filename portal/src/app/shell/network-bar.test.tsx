import { act, screen, waitFor } from "@testing-library/react"
import { useQuery } from "@tanstack/react-query"
import { offlineMessages } from "@uc/contract/core/offline"
import { expect, test, vi } from "vitest"
import { forgetMenus, menusAtHand, openMenus } from "../../features/menus/menus.ts"
import { renderPage } from "../../testing/render-page.tsx"
import { NetworkBar } from "./network-bar.tsx"

let isThere = false

function List() {
  const { data } = useQuery({
    queryKey: ["list"],
    queryFn: () => (isThere ? Promise.resolve("名单") : Promise.reject(new TypeError("no network"))),
    retry: false,
  })
  return <p>{data ?? "加载失败"}</p>
}

test("[BROWSER-16] while there is no network the page says so, and loads again by itself when it is back", async () => {
  renderPage(
    <>
      <NetworkBar />
      <List />
    </>,
  )
  await screen.findByText("加载失败")
  expect(screen.queryByRole("status")).toBeNull()
  act(() => void window.dispatchEvent(new Event("offline")))
  expect(screen.getByRole("status").textContent).toBe(offlineMessages.lost)
  isThere = true
  act(() => void window.dispatchEvent(new Event("online")))
  await screen.findByText("名单")
  await waitFor(() => expect(screen.queryByRole("status")).toBeNull())
})

test("[BROWSER-16][MENU-6] menus that could not be fetched are fetched again when the network is back", async () => {
  const asked = vi.fn<typeof fetch>(() => Promise.reject(new TypeError("no network")))
  vi.stubGlobal("fetch", asked)
  openMenus("7")
  await waitFor(() => expect(menusAtHand().failure).not.toBeNull())
  renderPage(<NetworkBar />)
  act(() => void window.dispatchEvent(new Event("offline")))
  asked.mockClear()
  act(() => void window.dispatchEvent(new Event("online")))
  await waitFor(() => expect(asked).toHaveBeenCalled())
  forgetMenus()
})
