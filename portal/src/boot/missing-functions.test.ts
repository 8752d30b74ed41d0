import { readFileSync } from "node:fs"
import { join } from "node:path"
import { createContext, runInContext } from "node:vm"
import { expect, test } from "vitest"
import { addedFunctions } from "../../../scripts/floor/known-gaps.ts"

const boot = readFileSync(join(import.meta.dirname, "boot.js"), "utf8")
const missing = readFileSync(join(import.meta.dirname, "missing-functions.js"), "utf8")

/** A document of its own, as little of it as boot.js needs, in which a browser lacks these. */
function browserWithout(...lacked: readonly string[]) {
  const written: string[] = []
  const element = { setAttribute: () => undefined, noModule: false }
  const window: Record<string, unknown> = {
    URL: class extends URL {},
    AbortSignal: { abort: () => "aborted" },
    AbortController,
    navigator: { userAgent: "Chrome" },
    location: { hash: "", host: "portal" },
    addEventListener: () => undefined,
    setTimeout: () => undefined,
    document: {
      documentElement: element,
      addEventListener: () => undefined,
      currentScript: { getAttribute: () => "/missing-functions.js" },
      createElement: () => element,
      write: (html: string) => written.push(html),
    },
  }
  window["window"] = window
  window["self"] = window
  const context = createContext(window)
  const run = (code: string): unknown => runInContext(code, context)
  run("URL.canParse = undefined; URL.canParse = () => true")
  for (const name of lacked) run(`delete ${name}; void ${name}`)
  // What a class inherits is not deleted with its own.
  run(lacked.includes("URL.canParse") ? "URL.canParse = undefined" : "")
  return { run, written }
}

test.each([...addedFunctions])(
  "[BROWSER-7] a browser without %s fetches the functions and has them",
  (name) => {
    // Those that came with one release of every engine are asked for by one of them.
    const together = [
      ["Array.prototype.findLast", "Array.prototype.findLastIndex"],
      [
        "Array.prototype.toSorted",
        "Array.prototype.toReversed",
        "Array.prototype.toSpliced",
        "Array.prototype.with",
      ],
    ].find((names) => names.includes(name)) ?? [name]
    const { run, written } = browserWithout(...together)
    expect(run(`typeof ${name}`)).toBe("undefined")
    run(boot)
    expect(written).toEqual(['<script data-first src="/missing-functions.js"></script>'])
    run(missing)
    expect(run(`typeof ${name}`)).toBe("function")
    expect(run(`Object.keys(Array.prototype).length`)).toBe(0)
  },
)

test("[BROWSER-7] a browser that has them all fetches nothing more", () => {
  const { run, written } = browserWithout()
  run(boot)
  expect(written).toEqual([])
})

const samples = [
  "[3, 1, 2].at(-1)",
  "[3, 1, 2].at(5)",
  "[3, 1, 2].at(NaN)",
  "[3, 1, 2].findLast((x) => x > 1)",
  "[3, 1, 2].findLast((x) => x > 9)",
  "[3, 1, 2].findLastIndex((x, at, all) => x > 1 && all[at] === x)",
  "[3, 1, 2].findLastIndex((x) => x > 9)",
  "(() => { const a = [3, 1, 2]; return [a.toSorted(), a.toSorted((x, y) => y - x), a] })()",
  "(() => { const a = [3, 1, 2]; return [a.toReversed(), a] })()",
  "(() => { const a = [3, 1, 2]; return [a.toSpliced(1, 1, 7, 8), a.toSpliced(1), a.toSpliced(-1, 1), a] })()",
  "(() => { const a = [3, 1, 2]; return [a.with(0, 9), a.with(-1, 9), a] })()",
  "(() => { try { return [1].with(1, 2) } catch (error) { return error.name } })()",
  "'甲乙'.at(-1)",
  "'甲乙'.at(2)",
  "new Uint8Array([1, 2]).at(-1)",
  "Object.hasOwn({ a: 1 }, 'a')",
  "Object.hasOwn(Object.create({ a: 1 }), 'a')",
  "Object.hasOwn('text', 'length')",
]

test.each(samples)("[BROWSER-7] the added functions do what the browser's own do: %s", (sample) => {
  const lacking = browserWithout(
    ...addedFunctions.filter((name) => !/^(?:URL|AbortSignal)/.test(name)),
    "String.prototype.at",
    "Object.getPrototypeOf(Uint8Array.prototype).at",
  )
  lacking.run(missing)
  const plain = createContext({})
  expect(JSON.stringify(lacking.run(sample))).toBe(JSON.stringify(runInContext(sample, plain)))
})

test("[BROWSER-7] a valid address is told from an invalid one, also with a base", () => {
  const { run } = browserWithout("URL.canParse", "AbortSignal.abort")
  run(missing)
  expect(
    run("[URL.canParse('https://a.cn'), URL.canParse('a b'), URL.canParse('/b', 'https://a.cn')]"),
  ).toEqual([true, false, true])
  expect(run("AbortSignal.abort().aborted")).toBe(true)
})
