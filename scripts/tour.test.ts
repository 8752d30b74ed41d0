import { readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, test } from "vitest"
import { root } from "./prepare.mjs"

interface Step {
  readonly file: string
  readonly foundBy: string
}

const page = readFileSync(join(root, "docs/tour.md"), "utf8")
const walks = page
  .split(/^## /m)
  .slice(1)
  .map((text) => ({ title: text.slice(0, text.indexOf("\n")), steps: stepsOf(text) }))

function stepsOf(text: string): Step[] {
  const rows = [...text.matchAll(/^\| (\d+) +\| `([^`]+)` +\| (.+?) +\|/gm)]
  expect(rows.map(([, number]) => Number(number))).toEqual(rows.map((_, at) => at + 1))
  return rows.map(([, , file = "", foundBy = ""]) => ({ file, foundBy }))
}

/** The names that lead to a step, with the number of the step in which they stand. */
function namesOf({ foundBy }: Step): { readonly name: string; readonly at: number }[] {
  const at = Number(/ in (\d+)$/.exec(foundBy)?.[1] ?? 0)
  return at === 0 ? [] : [...foundBy.matchAll(/`([^`]+)`/g)].map(([, name = ""]) => ({ name, at }))
}

test("[LAYOUT-2] a sign-in, an alarm and a picker take at most 28, 20 and 26 files", () => {
  const most = [28, 20, 26]
  expect(walks).toHaveLength(most.length)
  expect(walks.filter(({ steps }, at) => steps.length > (most[at] ?? 0)).map(({ title }) => title)).toEqual(
    [],
  )
})

describe.each(walks)("$title", ({ steps }) => {
  const source = (file: string) => readFileSync(join(root, file), "utf8")

  test("[LAYOUT-2] opens no file twice", () => {
    expect(new Set(steps.map(({ file }) => file)).size).toBe(steps.length)
  })

  test("[LAYOUT-2] every step is found by a name that stands in an earlier file", () => {
    const lost = steps.flatMap((step, index) =>
      namesOf(step)
        .filter(({ name, at }) => at > index || !source(steps[at - 1]?.file ?? "").includes(name))
        .map(({ name, at }) => `${step.file} is not found by ${name} in ${at}`),
    )
    expect(lost).toEqual([])
  })

  test("[LAYOUT-2] every step holds the name that leads to it", () => {
    const led = steps.flatMap((step) => namesOf(step).map(({ name }) => ({ name, file: step.file })))
    const unnamed = led.filter(
      ({ name, file }) => !source(file).includes(name.split(".").at(-1) ?? name) && !file.includes(name),
    )
    expect(unnamed).toEqual([])
  })
})
