// @vitest-environment jsdom
import type { MenuRouteItem } from "@uc/contract/menus/calls"
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest"
import { Failure } from "../../platform/http/failure.ts"
import { forgetMenus, menusAtHand, openMenus, refreshMenus } from "./menus.ts"
import { send } from "../../platform/http/send.ts"
import { keepUser } from "../../platform/session/session.ts"
import { someUser } from "../../testing/some-user.ts"

vi.mock("../../platform/http/send.ts", () => ({ send: vi.fn<typeof send>() }))
const answer = vi.mocked(send)

function item(id: string): MenuRouteItem {
  return { id, text: `菜单${id}`, module_type: null, path: null, icon: null, children: [] }
}

/** An answer that comes when the test wants it. */
function pending() {
  const waiting: ((items: { modulelist: readonly MenuRouteItem[] }) => void)[] = []
  answer.mockImplementationOnce(() => new Promise((resolve) => waiting.push(resolve)))
  return {
    come: (modulelist: readonly MenuRouteItem[]) => waiting.forEach((resolve) => resolve({ modulelist })),
  }
}

const ids = () => menusAtHand().items?.map(({ id }) => id) ?? null

beforeEach(() => {
  localStorage.clear()
  forgetMenus()
  answer.mockReset()
})
afterEach(() => vi.restoreAllMocks())

function signedIn(id: string): void {
  keepUser({ ...someUser, id })
}

describe("[MENU-6] cache and server", () => {
  test("the first time nothing is known until the server answers", async () => {
    signedIn("甲")
    const server = pending()
    openMenus("甲")
    expect(ids()).toBeNull()
    server.come([item("1")])
    await vi.waitFor(() => expect(ids()).toEqual(["1"]))
    expect(menusAtHand().isFresh).toBe(true)
  })

  test("[MENU-1] what was there is shown at once, then what the server says, and that is cached", async () => {
    signedIn("甲")
    localStorage.setItem("uc:menus:甲", JSON.stringify([item("1")]))
    const server = pending()
    openMenus("甲")
    expect(ids()).toEqual(["1"])
    expect(menusAtHand().isFresh).toBe(false)
    server.come([item("2")])
    await vi.waitFor(() => expect(ids()).toEqual(["2"]))
    expect(localStorage.getItem("uc:menus:甲")).toContain("菜单2")
  })

  test("another user on the same browser sees nothing of the first one's", async () => {
    signedIn("甲")
    answer.mockResolvedValueOnce({ modulelist: [item("1")] })
    openMenus("甲")
    await vi.waitFor(() => expect(ids()).toEqual(["1"]))
    signedIn("乙")
    const server = pending()
    openMenus("乙")
    expect(ids()).toBeNull()
    server.come([item("2")])
    await vi.waitFor(() => expect(ids()).toEqual(["2"]))
    expect(localStorage.getItem("uc:menus:甲")).toBeNull()
  })

  test("an answer that comes after the user has changed is dropped", async () => {
    signedIn("甲")
    const first = pending()
    openMenus("甲")
    const done = refreshMenus("甲")
    signedIn("乙")
    pending()
    openMenus("乙")
    first.come([item("1")])
    await done
    expect(ids()).toBeNull()
    expect(localStorage.getItem("uc:menus:甲")).toBeNull()
  })

  test("an answer is not stored if another tab has changed the cookie meanwhile", async () => {
    signedIn("甲")
    const server = pending()
    openMenus("甲")
    const done = refreshMenus("甲")
    localStorage.setItem("uc:user-id", "乙")
    server.come([item("2")])
    await done
    expect(ids()).toBeNull()
    expect(localStorage.getItem("uc:menus:甲")).toBeNull()
  })

  test("a failed refresh leaves the cache on screen and says why", async () => {
    signedIn("甲")
    localStorage.setItem("uc:menus:甲", JSON.stringify([item("1")]))
    const failure = new Failure("slow", "当前网络较慢，请检查")
    answer.mockRejectedValueOnce(failure)
    openMenus("甲")
    await refreshMenus("甲")
    expect(ids()).toEqual(["1"])
    expect(menusAtHand()).toMatchObject({ isFresh: false, failure })
  })

  test("a cache that another version wrote is no menu", () => {
    signedIn("甲")
    localStorage.setItem("uc:menus:甲", '[{"id":5}]')
    pending()
    openMenus("甲")
    expect(ids()).toBeNull()
  })

  test("the end of a session leaves nothing behind", async () => {
    signedIn("甲")
    answer.mockResolvedValueOnce({ modulelist: [item("1")] })
    openMenus("甲")
    await vi.waitFor(() => expect(ids()).toEqual(["1"]))
    forgetMenus()
    expect(ids()).toBeNull()
    expect(localStorage.getItem("uc:menus:甲")).toBeNull()
  })
})
