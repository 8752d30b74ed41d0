import { call } from "@uc/contract/core/call"
import { QueryClientProvider } from "@tanstack/react-query"
import { act as rendered, renderHook } from "@testing-library/react"
import type { ReactNode } from "react"
import { beforeEach, expect, test, vi } from "vitest"
import { z } from "zod"
import { Failure } from "./failure.ts"
import { send } from "./send.ts"
import { useAction } from "./use-action.ts"
import { callKey, createQueryClient } from "./use-call.ts"

vi.mock("./send.ts", async (original) => ({
  ...(await original<typeof import("./send.ts")>()),
  send: vi.fn<typeof send>(),
}))
const answer = vi.mocked(send)
const keys = () => answer.mock.calls.map(([, , options]) => options?.idempotencyKey)

const list = call({
  service: "vms",
  method: "GET",
  path: "/list",
  permission: null,
  input: z.object({}),
  output: z.array(z.string()),
})
const save = call({
  service: "vms",
  method: "POST",
  encoding: "json",
  path: "/save",
  permission: null,
  writes: true,
  sensitive: false,
  input: z.object({ name: z.string() }),
  output: z.object({ id: z.string() }),
})

function acting(options: Partial<Parameters<typeof useAction>[0]> = {}) {
  const client = createQueryClient()
  const renewed = vi.spyOn(client, "invalidateQueries")
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  )
  const { result } = renderHook(() => useAction({ shown: [list], ...options }), { wrapper })
  return {
    result,
    renewed,
    write: (name: string) => rendered(() => result.current.act(save, { name })),
  }
}

beforeEach(() => void answer.mockReset())

test("[REQ-2] a retry after a lost answer has the same key; every other write a new one", async () => {
  const { write } = acting()
  answer.mockRejectedValueOnce(new Failure("timeout", "加载超时"))
  answer.mockResolvedValue({ id: "1" })
  expect(await write("甲")).toBeNull()
  expect(await write("甲")).toEqual({ id: "1" })
  await write("甲")
  await write("乙")
  const [first, again, afterChange, other] = keys()
  expect(first).toMatch(/^[0-9a-f]{32}$/)
  expect(again).toBe(first)
  expect(new Set([first, afterChange, other]).size).toBe(3)
})

test("what is shown is asked for again after a write that went well, and only then", async () => {
  const done = vi.fn<() => void>()
  const { write, renewed } = acting({ onDone: done })
  answer.mockRejectedValueOnce(new Failure("refused", "名称重复"))
  answer.mockResolvedValueOnce({ id: "1" })
  await write("甲")
  expect(renewed).not.toHaveBeenCalled()
  expect(done).not.toHaveBeenCalled()
  await write("甲")
  expect(renewed.mock.calls).toEqual([[{ queryKey: callKey(list) }]])
  expect(done).toHaveBeenCalledOnce()
})

test("a failure is a sentence beside the form until the next try", async () => {
  const failed = vi.fn<(error: unknown) => void>()
  const { write, result } = acting({ fallback: "保存失败", onFailed: failed })
  answer.mockRejectedValueOnce(new Failure("refused", "名称重复"))
  await write("甲")
  expect(result.current.problem).toBe("名称重复")
  expect(failed).toHaveBeenCalledOnce()
  answer.mockRejectedValueOnce(new Failure("server", "服务器内部错误"))
  await write("甲")
  expect(result.current.problem).toBe("保存失败")
  answer.mockResolvedValueOnce({ id: "1" })
  await write("甲")
  expect([result.current.problem, result.current.isBusy]).toEqual([null, false])
})
