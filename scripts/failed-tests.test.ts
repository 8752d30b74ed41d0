import { expect, test } from "vitest"
import { playwrightFailures, vitestFailures } from "./failed-tests.mjs"

test("a failed unit test is named with its file and its message, without colours", () => {
  const assertionResults = [
    { status: "passed", fullName: "[DOM-1] one", failureMessages: [] },
    {
      status: "failed",
      fullName: "[DOM-2] two",
      failureMessages: ["\u001B[31mexpected 1\u001B[39m to be 2"],
    },
  ]
  const testResults = [
    { name: "a.test.ts", status: "failed", assertionResults },
    { name: "b.test.ts", status: "passed", assertionResults: [] },
    { name: "c.test.ts", status: "failed", message: "no such module", assertionResults: [] },
  ]
  expect(vitestFailures({ testResults })).toEqual([
    "a.test.ts: [DOM-2] two\nexpected 1 to be 2",
    "c.test.ts\nno such module",
  ])
})

test("a failed browser test is found in nested suites; an error of the runner is told too", () => {
  const spec = (ok: boolean, title: string) => ({
    ok,
    file: "shell.test.ts",
    title,
    tests: [{ results: [{ errors: ok ? [] : [{ message: "not visible" }] }] }],
  })
  const suites = [{ specs: [spec(true, "one")], suites: [{ specs: [spec(false, "two")] }] }]
  expect(playwrightFailures({ errors: [{ message: "port taken" }], suites })).toEqual([
    "port taken",
    "shell.test.ts: two\nnot visible",
  ])
})

test("a run that wrote nothing has no failures to tell", () => {
  expect([vitestFailures(null), playwrightFailures(null)]).toEqual([[], []])
})
