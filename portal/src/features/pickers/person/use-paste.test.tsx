import { peopleCalls, type SearchedPerson } from "@uc/contract/people/calls"
import { pickerMessages } from "@uc/contract/pickers/pickers"
import { act, renderHook, waitFor } from "@testing-library/react"
import { afterEach, expect, test, vi } from "vitest"
import { answering, serveFakes } from "../../../testing/fake-answers.ts"
import { usePaste } from "./use-paste.ts"

afterEach(() => vi.unstubAllGlobals())

function person(id: string, username: string): SearchedPerson {
  return { id, username, usercode: `user${id}`, deptname: "", postname: "", ids: [] }
}

const everybody = [person("1", "王芳"), person("2", "张伟"), person("3", "张伟"), person("4", "李明")]

/** A server that answers as many names at once as it likes. */
function serveMatches(namesAtOnce: number) {
  const asked: string[][] = []
  serveFakes(
    answering(peopleCalls.match, (sent) => {
      const { names } = JSON.parse(sent.get("json") ?? "") as { names: string[] }
      asked.push(names)
      return names.slice(0, namesAtOnce).map((name) => ({
        name,
        people: everybody.filter(({ username }) => username === name),
      }))
    }),
  )
  return asked
}

function pasted(text: string) {
  const onMatched = vi.fn()
  const { result } = renderHook(() => usePaste("10", onMatched))
  act(() => result.current.setText(text))
  act(() => result.current.ask())
  return { result, onMatched }
}

test("[PERSON-1] names that an answer leaves out are requested again, and nobody is lost", async () => {
  const asked = serveMatches(2)
  const { result, onMatched } = pasted("王芳、赵六、张伟、钱七、李明")
  await waitFor(() => expect(result.current.answer).not.toBeNull())
  expect(asked).toEqual([["王芳", "赵六", "张伟", "钱七", "李明"], ["张伟", "钱七", "李明"], ["李明"]])
  expect(result.current.answer).toEqual({
    matched: [everybody[0], everybody[3]],
    ambiguous: [{ name: "张伟", people: [everybody[1], everybody[2]] }],
    unknown: ["赵六", "钱七"],
  })
  expect(onMatched).toHaveBeenCalledExactlyOnceWith([everybody[0], everybody[3]])
})

test("[PICK-0] an answer without any name is a failure, and not requested for ever", async () => {
  const asked = serveMatches(0)
  const { result, onMatched } = pasted("王芳")
  await waitFor(() => expect(result.current.problem).toBe(pickerMessages.failed))
  expect([asked.length, result.current.isAsking, result.current.answer]).toEqual([1, false, null])
  expect(onMatched).not.toHaveBeenCalled()
})
