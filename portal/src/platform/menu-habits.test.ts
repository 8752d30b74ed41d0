// @vitest-environment jsdom
import { beforeEach, expect, test } from "vitest"
import { menuHabits, noteUsed, recentLimit, toggleFavourite, withRecent } from "./menu-habits.ts"

beforeEach(() => localStorage.clear())

test("[MENU-7] the last used stands first, once, and the list stays short", () => {
  expect(withRecent(["1", "2", "3"], "3")).toEqual(["3", "1", "2"])
  const many = Array.from({ length: recentLimit }, (_unused, at) => String(at))
  expect(withRecent(many, "x")).toHaveLength(recentLimit)
  expect(withRecent(many, "x")[0]).toBe("x")
})

test("[MENU-7] favourites and recently used are each user's own and outlive the page", () => {
  toggleFavourite("甲", "11")
  noteUsed("甲", "12")
  toggleFavourite("乙", "21")
  expect(menuHabits("甲")).toEqual({ favourites: ["11"], recent: ["12"] })
  expect(menuHabits("乙")).toEqual({ favourites: ["21"], recent: [] })
  toggleFavourite("甲", "11")
  expect(menuHabits("甲").favourites).toEqual([])
  expect(localStorage.getItem("uc:menu-habits:乙")).toContain("21")
})

test("[MENU-7] broken storage is no habit", () => {
  localStorage.setItem("uc:menu-habits:丙", '{"favourites":[1,"2"],"recent":"x"}')
  expect(menuHabits("丙")).toEqual({ favourites: ["2"], recent: [] })
})
