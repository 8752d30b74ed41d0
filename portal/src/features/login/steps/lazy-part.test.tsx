import { act, fireEvent, render, screen } from "@testing-library/react"
import { expect, test, vi } from "vitest"
import { ChunkFailure } from "../../../platform/http/load-chunk.ts"
import { LazyPart } from "./lazy-part.tsx"

function Part({ word }: { readonly word: string }) {
  return <p>{word}</p>
}

test("a part that comes is drawn with what it is given", async () => {
  render(<LazyPart load={() => Promise.resolve({ Part })} with={{ word: "来了" }} />)
  expect(await screen.findByText("来了")).toBeTruthy()
})

test("[ROUTE-8] a part that did not come says so in its place, and can be asked for again", async () => {
  const load = vi
    .fn<() => Promise<{ Part: typeof Part }>>()
    .mockRejectedValueOnce(new Error("gone"))
    .mockResolvedValueOnce({ Part })
  render(<LazyPart load={load} with={{ word: "来了" }} />)
  expect((await screen.findByRole("alert")).textContent).toContain("加载失败")
  act(() => void fireEvent.click(screen.getByRole("button", { name: "重试" })))
  expect(await screen.findByText("来了")).toBeTruthy()
  expect(load).toHaveBeenCalledTimes(2)
})

test("[BARE-2] a part that this document will never have offers to reload the page instead", async () => {
  const load = () => Promise.reject<{ Part: typeof Part }>(new ChunkFailure("gone", true))
  render(<LazyPart load={load} with={{ word: "来了" }} />)
  expect(await screen.findByRole("button", { name: "重新加载页面" })).toBeTruthy()
  expect(screen.queryByRole("button", { name: "重试" })).toBeNull()
})
