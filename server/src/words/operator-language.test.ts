import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, test } from "vitest"
import { inLanguage, operatorLanguage } from "./operator-language.ts"
import { operatorWords } from "./operator-words.ts"

const source = join(import.meta.dirname, "..")
const values = /\{\w+\}/g
const hole = "\u0001"

/** The sentences of the program with a hole for each value, however they are put together in the source. */
function sourceText(): string {
  const files = readdirSync(source, { recursive: true, encoding: "utf8" }).filter(
    (path) => path.endsWith(".ts") && !path.endsWith(".test.ts") && !path.startsWith("words"),
  )
  let text = files.map((path) => readFileSync(join(source, path), "utf8")).join("\n")
  for (let before = ""; before !== text;) {
    before = text
    text = text.replaceAll(/\$\{[^{}]*\}/g, hole)
  }
  return text
    .replaceAll(/["`]\s*\+\s*["`]/g, "")
    .replaceAll("\\n", "\n")
    .replaceAll("\\`", "`")
    .replaceAll(values, hole)
}

/** Whose holes are filled by sentences that stand elsewhere in the source. */
const putTogether = [
  /^1 process may/,
  /processes may have/,
  /^(?:\{count\} things are|1 thing is) wrong/,
  /of this database.s accounts/,
  /^Demo mode is on, but this database/,
  /^Nothing is wrong; /,
  /^--least/,
  /^--to/,
  /^--from/,
  /connections of this process don't fit/,
  /^\{count\} with/,
  /^No server (?:takes writes|is a standby)/,
]

test("[OPERATE-8] every sentence of the catalogue is one that the program says", () => {
  const text = sourceText()
  const unsaid = [...operatorWords.keys()]
    .filter((english) => !putTogether.some((known) => known.test(english)))
    .filter((english) => !text.includes(english.replaceAll(values, hole)))
  expect(unsaid).toEqual([])
})

test("[OPERATE-8] the Chinese of a sentence has no value that the English lacks", () => {
  const wrong = [...operatorWords].filter(([english, chinese]) =>
    (chinese.match(values) ?? []).some((value) => !english.includes(value)),
  )
  expect(wrong).toEqual([])
})

test.each([
  [{ LANG: "zh_CN.UTF-8" }, "zh"],
  [{ LANG: "zh" }, "zh"],
  [{ LANG: "zh_CN.UTF-8", LC_ALL: "C" }, "en"],
  [{ LANG: "en_US.UTF-8", UC_LANGUAGE: "zh" }, "zh"],
  [{ LANG: "zh_CN.UTF-8", UC_LANGUAGE: "en" }, "en"],
  [{ LANG: "zhx" }, "en"],
  [{}, "en"],
])("[OPERATE-8] with %j operators are told in %s", (environment, language) => {
  expect(operatorLanguage(environment)).toBe(language)
})

test("[OPERATE-8] values, and sentences within sentences, stand in the Chinese", () => {
  expect(
    inLanguage("Port 80 on 127.0.0.1 is taken. Stop what uses it, or set PORT to another one.", "zh"),
  ).toBe("127.0.0.1的端口80已被占用。请停止占用它的程序，或把PORT改为其他端口。")
  expect(
    inLanguage(
      "These variables can't be used:\n  PORT: is a whole number from 0 to 65535\n  X: what nobody knows",
      "zh",
    ),
  ).toBe("以下环境变量无法使用：\n  PORT: 应为0到65535之间的整数\n  X: what nobody knows")
  const late =
    "The database was not there within 30 s (DATABASE_WAIT_S): The database can't be reached: ECONNREFUSED. " +
    "Check that it runs and that DATABASE_URL leads to it, or let the start wait longer."
  expect(inLanguage(late, "zh")).toContain("内未能连上数据库：无法连接数据库：ECONNREFUSED。")
  expect(inLanguage(late, "en")).toBe(late)
})
