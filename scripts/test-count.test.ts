import { expect, test } from "vitest"
import { isGreen, lastLine, playwrightCount, sum, vitestCount } from "./test-count.mjs"

const vitest = {
  numPassedTests: 100,
  numFailedTests: 0,
  numPendingTests: 1,
  numTodoTests: 0,
  testResults: [{ status: "passed", assertionResults: [{}] }],
}
const playwright = { stats: { expected: 20, unexpected: 0, flaky: 0, skipped: 0 }, errors: [] }

test("both runners' tests are counted together", () => {
  const count = sum([vitestCount(vitest), playwrightCount(playwright)])
  expect(lastLine(count, "")).toBe("120 passed, 0 failed, 1 skipped")
  expect(isGreen(count, "")).toBe(true)
})

test("a file that could not be loaded is a failure", () => {
  const broken = { ...vitest, testResults: [{ status: "failed", assertionResults: [] }] }
  expect(lastLine(vitestCount(broken), "")).toBe("100 passed, 1 failed, 1 skipped")
  expect(isGreen(vitestCount(broken), "")).toBe(false)
})

test("a test that passed only on retry is a failure, as is a runner that did not start", () => {
  const stats = { ...playwright.stats, flaky: 1 }
  expect(playwrightCount({ stats, errors: [] }).failed).toBe(1)
  expect(playwrightCount({ ...playwright, errors: ["no browser"] }).failed).toBe(1)
})

test("a run without tests is not green", () => {
  const count = sum([vitestCount(null), playwrightCount(null)])
  expect(isGreen(count, "")).toBe(false)
})

test("a stage that failed without a failing test counts as one", () => {
  const count = sum([vitestCount(vitest), playwrightCount(null)])
  expect(lastLine(count, "browser")).toBe("100 passed, 1 failed, 1 skipped")
  expect(isGreen(count, "browser")).toBe(false)
})
