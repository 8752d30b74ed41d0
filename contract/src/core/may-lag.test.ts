import { expect, test } from "vitest"
import { everyCall } from "../all-calls.ts"
import { ExportedFile } from "./exports.ts"

const lagging = everyCall().filter(({ call }) => call.mayLag)

test("[OPS-5] what may lag is asked by a person, by no timer, and writes nothing but an export's audit", () => {
  expect(lagging.length).toBeGreaterThan(30)
  const wrong = lagging.filter(
    ({ call }) =>
      call.open ||
      call.screen ||
      call.polled ||
      (call.writes && (call.output !== ExportedFile || call.sensitive !== false || !call.onceByItself)),
  )
  expect(wrong.map(({ name }) => name)).toEqual([])
})

test("[OPS-5] every export may lag", () => {
  const exports = everyCall().filter(({ call }) => call.output === ExportedFile)
  expect(exports.filter(({ call }) => !call.mayLag).map(({ name }) => name)).toEqual([])
})

test("[OPS-5] every statistics call may lag", () => {
  const statistics = everyCall().filter(({ name }) => /statistics$/i.test(name))
  expect(statistics.length).toBeGreaterThan(2)
  expect(statistics.filter(({ call }) => !call.mayLag).map(({ name }) => name)).toEqual([])
})
