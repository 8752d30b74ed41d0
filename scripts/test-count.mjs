// How many tests ran, out of what vitest and Playwright wrote down.

/** @typedef {{ passed: number, failed: number, skipped: number }} Count */

/** @type {Count} */
const none = { passed: 0, failed: 0, skipped: 0 }

/**
 * @param {any} result vitest's JSON, or null
 * @returns {Count}
 */
export function vitestCount(result) {
  if (!result) return none
  // A file that could not be loaded has no tests but is a failure.
  const broken = result.testResults.filter(
    (/** @type {any} */ file) => file.status === "failed" && file.assertionResults.length === 0,
  ).length
  return {
    passed: result.numPassedTests,
    failed: result.numFailedTests + broken,
    skipped: result.numPendingTests + result.numTodoTests,
  }
}

/**
 * @param {any} result Playwright's JSON, or null
 * @returns {Count}
 */
export function playwrightCount(result) {
  if (!result) return none
  const { expected, unexpected, flaky, skipped } = result.stats
  return { passed: expected, failed: Math.max(unexpected + flaky, result.errors.length), skipped }
}

/** @param {readonly Count[]} counts */
export function sum(counts) {
  return counts.reduce((all, one) => ({
    passed: all.passed + one.passed,
    failed: all.failed + one.failed,
    skipped: all.skipped + one.skipped,
  }))
}

/**
 * The last line of a run. A stage that failed without a failing test (types, lint, …) counts as one.
 * @param {Count} count
 * @param {string} failedStage
 */
export function lastLine({ passed, failed, skipped }, failedStage) {
  const shown = failedStage ? Math.max(failed, 1) : failed
  return `${passed} passed, ${shown} failed${skipped ? `, ${skipped} skipped` : ""}`
}

/**
 * @param {Count} count
 * @param {string} failedStage
 */
export function isGreen({ passed, failed }, failedStage) {
  return !failedStage && failed === 0 && passed > 0
}
