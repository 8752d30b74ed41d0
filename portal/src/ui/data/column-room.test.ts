import { expect, test } from "vitest"
import { haveRoom } from "./column-room.ts"

const people = { widths: [undefined, "148px", "22%", "16%", "124px"], isSelectable: true }

test("[BROWSER-10] columns have room as long as the one without a width keeps some letters", () => {
  // 62 % of the table for 44 + 94 + 148 + 124 px.
  expect(haveRoom(people, 662, 14)).toBe(true)
  expect(haveRoom(people, 661, 14)).toBe(false)
  expect(haveRoom({ ...people, isSelectable: false }, 661, 14)).toBe(true)
})

test("[BROWSER-10] letters of twice the size want twice the room", () => {
  expect(haveRoom(people, 1200, 28)).toBe(false)
  expect(haveRoom(people, 1252, 28)).toBe(true)
})

test("[BROWSER-10] columns that share all of the table by percent have room in any", () => {
  expect(haveRoom({ widths: ["50%", "50%"], isSelectable: false }, 300, 14)).toBe(true)
})
