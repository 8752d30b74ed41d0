import { call } from "@uc/contract/core/call"
import { QueryClientProvider } from "@tanstack/react-query"
import { renderHook, waitFor } from "@testing-library/react"
import type { ReactNode } from "react"
import { beforeEach, expect, test, vi } from "vitest"
import { z } from "zod"
import { Failure } from "./failure.ts"
import { send } from "./send.ts"
import { invalidateAndRefetch, createQueryClient, useCall } from "./use-call.ts"

vi.mock("./send.ts", () => ({ send: vi.fn<typeof send>() }))
const answer = vi.mocked(send)
const list = call({
  service: "vms",
  method: "GET",
  path: "/list",
  permission: null,
  input: z.object({}),
  output: z.array(z.string()),
})

function inside(client = createQueryClient()) {
  return ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  )
}

beforeEach(() => void answer.mockReset())

test("a card gets its data, and the failure as it is, at once", async () => {
  answer.mockRejectedValueOnce(new Failure("server", "服务器内部错误"))
  const failed = renderHook(() => useCall(list, {}), { wrapper: inside() })
  await waitFor(() => expect(failed.result.current.error?.kind).toBe("server"))
  expect(answer).toHaveBeenCalledOnce()

  answer.mockResolvedValueOnce(["甲"])
  const fine = renderHook(() => useCall(list, {}), { wrapper: inside() })
  await waitFor(() => expect(fine.result.current.data).toEqual(["甲"]))
})

test("[REQ-2] a call that an equal one replaced is no error: it is made again", async () => {
  answer.mockRejectedValueOnce(new Failure("cancelled", "")).mockResolvedValueOnce(["甲"])
  const { result } = renderHook(() => useCall(list, {}), { wrapper: inside() })
  await waitFor(() => expect(result.current.data).toEqual(["甲"]))
  expect(result.current.error).toBeNull()
})

test("[HOME-4] what is asked again while it is first asked is not answered with what was before", async () => {
  const client = createQueryClient()
  let answerLate = (_words: string[]): void => undefined
  answer.mockImplementationOnce(
    () => new Promise((resolve) => (answerLate = resolve as unknown as typeof answerLate)),
  )
  const { result } = renderHook(() => useCall(list, {}), { wrapper: inside(client) })
  await waitFor(() => expect(answer).toHaveBeenCalledOnce())
  answer.mockResolvedValueOnce(["已读"])
  const asked = invalidateAndRefetch(client, list)
  answerLate(["未读"])
  await asked
  await waitFor(() => expect(result.current.data).toEqual(["已读"]))
})
