// Which tests failed and why, out of what vitest and Playwright wrote down: repeated at the end of a run, where it is found.
import { stripVTControlCharacters } from "node:util"

/** Enough for the sentence and the difference; the whole stands further up. */
const longestMessage = 1200

/** @param {string} message */
function shortened(message) {
  const plain = stripVTControlCharacters(message).trim()
  return plain.length > longestMessage ? `${plain.slice(0, longestMessage)} …` : plain
}

/**
 * @param {any} result vitest's JSON, or null
 * @returns {string[]}
 */
export function vitestFailures(result) {
  return (result?.testResults ?? [])
    .filter((/** @type {any} */ file) => file.status === "failed")
    .flatMap((/** @type {any} */ file) => {
      const failed = file.assertionResults.filter((/** @type {any} */ { status }) => status === "failed")
      if (failed.length === 0) return [`${file.name}\n${shortened(file.message ?? "")}`]
      return failed.map(
        (/** @type {any} */ { fullName, failureMessages }) =>
          `${file.name}: ${fullName}\n${shortened(failureMessages.join("\n"))}`,
      )
    })
}

/**
 * @param {any} result Playwright's JSON, or null
 * @returns {string[]}
 */
export function playwrightFailures(result) {
  if (!result) return []
  const errors = result.errors.map((/** @type {any} */ error) => shortened(error.message ?? String(error)))
  return [...errors, ...(result.suites ?? []).flatMap(failuresOfSuite)]
}

/**
 * @param {any} suite
 * @returns {string[]}
 */
function failuresOfSuite(suite) {
  const own = (suite.specs ?? [])
    .filter((/** @type {any} */ { ok }) => !ok)
    .map((/** @type {any} */ { file, title, tests }) => {
      const messages = tests.flatMap((/** @type {any} */ { results }) =>
        results.flatMap((/** @type {any} */ { errors }) =>
          errors.map((/** @type {any} */ { message }) => message ?? ""),
        ),
      )
      return `${file}: ${title}\n${shortened(messages.join("\n"))}`
    })
  return [...own, ...(suite.suites ?? []).flatMap(failuresOfSuite)]
}
