// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from "vitest"
import { Failure } from "../../platform/http/failure.ts"
import {
  menuHabits,
  noteUsed,
  recentLimit,
  refreshFavourites,
  toggleFavourite,
  withRecent,
} from "./menu-habits.ts"
import { shownToasts } from "../../platform/browser/toast.ts"

/** The server's favourites; null: it can't be reached. */
let kept: readonly string[] | null = []

vi.mock("./kept-favourites.ts", () => ({
  changeKept: async (change: (ids: readonly string[]) => readonly string[]) => {
    if (kept === null) throw new Failure("slow", "")
    kept = [...new Set(change(kept))]
    return kept
  },
}))

beforeEach(() => {
  localStorage.clear()
  kept = []
})

test("[MENU-7] the last used stands first, once, and the list stays short", () => {
  expect(withRecent(["1", "2", "3"], "3")).toEqual(["3", "1", "2"])
  const many = Array.from({ length: recentLimit }, (_unused, at) => String(at))
  expect(withRecent(many, "x")).toHaveLength(recentLimit)
  expect(withRecent(many, "x")[0]).toBe("x")
})

test("[MENU-7] favourites and recently used are each user's own and outlive the page", async () => {
  menuHabits("甲")
  await toggleFavourite("甲", "11")
  noteUsed("甲", "12")
  expect(menuHabits("甲")).toEqual({ favourites: ["11"], recent: ["12"] })
  kept = []
  await toggleFavourite("乙", "21")
  expect(menuHabits("乙")).toEqual({ favourites: ["21"], recent: [] })
  expect(localStorage.getItem("uc:menu-habits:乙")).toContain("21")
  kept = ["11"]
  await toggleFavourite("甲", "11")
  expect([menuHabits("甲").favourites, kept]).toEqual([[], []])
})

test("[HOME-5] a favourite shows immediately; a failed save undoes it with a message", async () => {
  menuHabits("丁")
  const saving = toggleFavourite("丁", "11")
  expect(menuHabits("丁").favourites).toEqual(["11"])
  await saving
  expect(kept).toEqual(["11"])
  kept = null
  await toggleFavourite("丁", "12")
  expect(menuHabits("丁").favourites).toEqual(["11"])
  expect(shownToasts().some(({ kind }) => kind === "error")).toBe(true)
})

test("[HOME-5] favourites of other devices are loaded; old local ones are uploaded once", async () => {
  localStorage.setItem("uc:menu-habits:戊", '{"favourites":["1","2"],"recent":[]}')
  kept = ["2", "3"]
  menuHabits("戊")
  await refreshFavourites("戊")
  expect([menuHabits("戊").favourites, kept]).toEqual([
    ["2", "3", "1"],
    ["2", "3", "1"],
  ])
  kept = ["3"]
  await refreshFavourites("戊")
  expect([menuHabits("戊").favourites, kept]).toEqual([["3"], ["3"]])
})

test("[HOME-5] a star that was given as the page was reloaded is kept by the next one", async () => {
  const stored = { favourites: ["1", "2"], recent: [], isKept: true, unsaved: { "2": true, "3": false } }
  localStorage.setItem("uc:menu-habits:庚", JSON.stringify(stored))
  kept = ["1", "3"]
  menuHabits("庚")
  await refreshFavourites("庚")
  expect([menuHabits("庚").favourites, kept]).toEqual([
    ["1", "2"],
    ["1", "2"],
  ])
})

test("[HOME-5] two stars in a row: neither is lost", async () => {
  menuHabits("己")
  await Promise.all([toggleFavourite("己", "1"), toggleFavourite("己", "2"), toggleFavourite("己", "3")])
  expect([menuHabits("己").favourites, kept]).toEqual([
    ["1", "2", "3"],
    ["1", "2", "3"],
  ])
})

test("[MENU-7] broken storage is no habit", () => {
  localStorage.setItem("uc:menu-habits:丙", '{"favourites":[1,"2"],"recent":"x"}')
  expect(menuHabits("丙")).toEqual({ favourites: ["2"], recent: [] })
})
