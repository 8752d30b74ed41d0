import { act, cleanup, render, screen, waitFor } from "@testing-library/react"
import { createHashRouter, RouterProvider } from "react-router"
import { afterEach, beforeEach, expect, test } from "vitest"
import { keepUser } from "../session/session.ts"
import { someUser } from "../../testing/some-user.ts"
import { noteEntry, numberTypedEntries } from "./history-entries.ts"
import { useConfirmLeave } from "./use-confirm-leave.ts"

/** By path. */
const shown: Readonly<Record<string, string>> = { "/home": "首页", "/start": "开始", "/form": "填写中" }

function Page() {
  const leaving = useConfirmLeave(true)
  return leaving ? <button onClick={leaving.leave}>放弃</button> : <p>填写中</p>
}

let end: (() => void) | undefined
beforeEach(() => keepUser(someUser))
afterEach(() => {
  cleanup()
  end?.()
})

async function opened(...typed: readonly string[]) {
  window.history.replaceState(null, "", "#/home")
  const stop = numberTypedEntries()
  const router = createHashRouter([
    { path: "/home", element: <p>首页</p> },
    { path: "/start", element: <p>开始</p> },
    { path: "/form", element: <Page /> },
  ])
  const unsubscribe = router.subscribe(noteEntry)
  end = () => {
    unsubscribe()
    stop()
    router.dispose()
  }
  render(<RouterProvider router={router} />)
  for (const place of typed) {
    act(() => void (window.location.hash = place))
    await waitFor(() => expect(router.state.location.pathname).toBe(place))
    // The router is there before its page is: only a page on screen can ask.
    await screen.findByText(shown[place] ?? "")
  }
  return router
}

test.each([
  ["after a page of the router", ["/form"]],
  ["after another typed one", ["/start", "/form"]],
])("[DAY-9] back from a typed address asks before typed text is lost, %s", async (_name, typed) => {
  const router = await opened(...typed)
  act(() => window.history.back())
  await screen.findByRole("button", { name: "放弃" })
  await waitFor(() => expect(window.location.hash).toBe("#/form"))
  expect(router.state.location.pathname).toBe("/form")
  act(() => screen.getByRole("button").click())
  const before = typed.length === 1 ? "/home" : "/start"
  await waitFor(() => expect(router.state.location.pathname).toBe(before))
  expect(window.location.hash).toBe(`#${before}`)
})

test("[DAY-9] a typed address asks too, and is opened when that is confirmed", async () => {
  const router = await opened("/form")
  act(() => void (window.location.hash = "/start"))
  await screen.findByRole("button", { name: "放弃" })
  await waitFor(() => expect(window.location.hash).toBe("#/form"))
  act(() => screen.getByRole("button").click())
  await waitFor(() => expect(router.state.location.pathname).toBe("/start"))
  expect(window.location.hash).toBe("#/start")
})
