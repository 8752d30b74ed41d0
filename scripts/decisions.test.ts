import { readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, test } from "vitest"
import { root } from "./prepare.mjs"
import { projectFiles } from "./project-files.mjs"

const folder = "docs/decisions/"
const records = projectFiles()
  .filter((path) => path.startsWith(folder))
  .map((path) => ({
    name: path.slice(folder.length),
    number: path.slice(folder.length, folder.length + 3),
    text: readFileSync(join(root, path), "utf8"),
  }))

test("[LAYOUT-7] decisions are numbered from 001 on, without a missing or doubled number", () => {
  const expected = records.map((_, at) => String(at + 1).padStart(3, "0"))
  expect(records.map(({ number }) => number)).toEqual(expected)
})

test("[LAYOUT-7] a decision's title begins with its number", () => {
  expect(records.length).toBeGreaterThan(40)
  expect(
    records.filter(({ number, text }) => !text.startsWith(`# ${number} `)).map(({ name }) => name),
  ).toEqual([])
})

test.each(["Context", "Decision"])("[LAYOUT-7] every decision has its %s", (part) => {
  const begins = new RegExp(`^(?:\\*\\*${part}\\.\\*\\*|## ${part}$)`, "m")
  expect(records.filter(({ text }) => !begins.test(text)).map(({ name }) => name)).toEqual([])
})

test("[LAYOUT-7] code and documents mention no decision that does not exist", () => {
  const numbers = new Set(records.map(({ number }) => number))
  const mentions = projectFiles()
    .filter((path) => /\.(?:md|mjs|tsx?|css|sql)$/.test(path))
    .flatMap((path) =>
      [...readFileSync(join(root, path), "utf8").matchAll(/\bdecision (\d{3})\b/g)].map(
        ([, number = ""]) => ({
          path,
          number,
        }),
      ),
    )
  expect(mentions.length).toBeGreaterThan(3)
  expect(mentions.filter(({ number }) => !numbers.has(number))).toEqual([])
})
