import { act, fireEvent, render, screen } from "@testing-library/react"
import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { DebouncedSearch } from "./debounced-search.tsx"

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const onSettled = vi.fn()

function box(value: string) {
  return <DebouncedSearch label="名称" placeholder="" value={value} maxLength={10} onSettled={onSettled} />
}

const input = () => screen.getByRole<HTMLInputElement>("searchbox", { name: "名称" })
const rest = () => act(() => vi.advanceTimersByTimeAsync(1000))
const type = (value: string) => fireEvent.change(input(), { target: { value } })

test("[WORK-1] a search waits for a pause in typing and follows the address", async () => {
  const { rerender } = render(box(""))
  input().focus()
  const first = input()
  // A character is being composed from pinyin: nothing is sent before it is complete.
  fireEvent.compositionStart(input())
  type("xiao")
  await rest()
  expect(onSettled).not.toHaveBeenCalled()
  type("消")
  fireEvent.compositionEnd(input())
  await rest()
  expect(onSettled.mock.calls).toEqual([["消"]])

  // The word arrives in the address while the next is typed.
  type("消防")
  rerender(box("消"))
  expect(input().value).toBe("消防")
  expect(input()).toBe(first)
  expect(document.activeElement).toBe(first)
  await rest()
  expect(onSettled.mock.calls).toEqual([["消"], ["消防"]])
  rerender(box("消防"))

  // A reset.
  rerender(box(""))
  expect(input().value).toBe("")
  await rest()
  expect(onSettled).toHaveBeenCalledTimes(2)
})

test("[DAY-17] Enter searches at once and sends no form around it", async () => {
  onSettled.mockClear()
  const onSubmit = vi.fn<() => void>()
  render(<form onSubmit={onSubmit}>{box("")}</form>)
  type("消防")
  expect(fireEvent.keyDown(input(), { key: "Enter" })).toBe(false)
  expect(onSettled.mock.calls).toEqual([["消防"]])
  await rest()
  expect(onSettled).toHaveBeenCalledTimes(1)
  expect(onSubmit).not.toHaveBeenCalled()
})
