import { QueryClientProvider } from "@tanstack/react-query"
import { dictionaryCalls } from "@uc/contract/dictionary/calls"
import { visitStates } from "@uc/contract/patrols/admin-calls"
import { render, screen } from "@testing-library/react"
import { afterEach, expect, test, vi } from "vitest"
import { createQueryClient } from "../../platform/http/use-call.ts"
import { answering, Refused, serveFakes } from "../../testing/fake-answers.ts"
import { VisitMark } from "./visit-state.tsx"

afterEach(() => vi.unstubAllGlobals())

function shown() {
  return render(
    <QueryClientProvider client={createQueryClient()}>
      <VisitMark state="problem" />
      <VisitMark state="due" />
    </QueryClientProvider>,
  )
}

test("[HOME-4][WORK-3] a result has the code table's name, else the built-in one", async () => {
  const asked: (string | null)[] = []
  serveFakes(
    answering(dictionaryCalls.codesByParent, (sent) => {
      asked.push(sent.get("parentcode"))
      return [
        { code: "problem", name: "发现隐患", parentcode: "patrolResult", sortNo: 10, isDisabled: false },
      ]
    }),
  )
  const first = shown()
  await screen.findByText("发现隐患")
  expect(screen.getByText(visitStates.due)).toBeTruthy()
  expect(new Set(asked)).toEqual(new Set(["patrolResult"]))
  first.unmount()
  serveFakes(
    answering(dictionaryCalls.codesByParent, () => {
      throw new Refused("数据库正忙")
    }),
  )
  shown()
  await screen.findByText(visitStates.problem)
})
