import { mkdirSync, mkdtempSync, rmSync } from "node:fs"
import { join } from "node:path"
import { Worker } from "node:worker_threads"
import { importCalls, importLimits, importMessages } from "@uc/contract/imports/calls"
import { build } from "vite"
import { afterAll, beforeAll, expect, test } from "vitest"
import { features } from "../../features.ts"
import { readSheet } from "../../sheet/read-sheet.ts"
import { testWorkbook, textRow } from "../../testing/sheets/test-workbook.ts"
import { testApp, type TestApp, type TestClient } from "../../testing/test-app.ts"
import { threadReader, type ReaderThread, type ReadImport } from "./import-reader.ts"
import { importRoutes } from "./imports.routes.ts"
import { checked, problemsOf, settled, upload } from "../../testing/test-import.ts"

const server = join(import.meta.dirname, "..", "..", "..")
// Inside the repository, where the built file finds its libraries.
const cache = join(server, "..", ".cache")
mkdirSync(cache, { recursive: true })
const folder = mkdtempSync(join(cache, "import-thread-"))
const threads: Worker[] = []
const builtReader = threadReader(() => {
  const thread = new Worker(join(folder, "import-thread.js"))
  threads.push(thread)
  return thread
})
let app: TestApp
let school: TestClient

const appWith = (read: ReadImport, cleanUp?: typeof afterAll) =>
  testApp({ features: { ...features, imports: importRoutes(read) } }, cleanUp)

beforeAll(async () => {
  await build({
    configFile: join(server, "vite.config.ts"),
    logLevel: "error",
    build: {
      outDir: folder,
      rolldownOptions: { input: { "import-thread": join(import.meta.dirname, "import-thread.ts") } },
    },
  })
  app = await appWith(builtReader, afterAll)
  school = await app.as("head-a1")
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test("[BARE-5] the built thread reads a file, finds its problems and marks its copy", async () => {
  const lines = Array.from({ length: 1200 }, (_, at) => `t${at},教师${at},教务处`)
  const file = `账号,姓名,部门\n${lines.join("\n")}\n,无账号,教务处\n`
  const before = threads.length
  const found = await checked(app, school, "people", file)
  expect(threads).toHaveLength(before + 1)
  expect(found).toMatchObject({ state: "faulty", rows: 1201 })
  expect(problemsOf(found)).toContain("A1202 账号：请填写账号")
  const marked = await school.send(importCalls.marked, { id: found.id })
  const { rows } = await readSheet(Buffer.from(marked.content, "base64"))
  expect(rows).toHaveLength(1202)
  expect(rows.at(-1)?.cells.at(-1)).toContain("账号：请填写账号")
  // Each ends with its file.
  await expect.poll(() => threads.every(({ threadId }) => threadId === -1)).toBe(true)
})

test("[BARE-5] titles of brackets alone and endless cells are refused with a sentence", async () => {
  // As many lines as are searched for titles: looking for the end of each bracket took minutes.
  const open = `${Array.from({ length: 4 }, () => "(".repeat(30_000)).join(",")}\n`
  const untitled = await checked(app, school, "people", open.repeat(11))
  expect(untitled).toMatchObject({ state: "failed", message: importMessages.noTitles })
  const long = await checked(app, school, "people", `账号,姓名,部门\na1,${"张".repeat(30_000)},教务处\n`)
  expect(problemsOf(long)).toContain(`B2 姓名：不能超过${importLimits.valueLetters}个字`)
})

test("[BARE-5] a title is known with what stands in brackets behind it", async () => {
  const found = await checked(app, school, "people", "账号（工号）*,姓 名,部门(全称)\n,张三,教务处\n")
  expect(problemsOf(found)).toContain("A2 账号：请填写账号")
})

test("[BARE-5] one text that millions of cells point at is stopped as what it would become", async () => {
  const text = "字".repeat(30_000)
  const row = `<row>${'<c t="s"><v>0</v></c>'.repeat(99)}</row>`
  const file = await testWorkbook({
    sharedStrings: [`<si><t>${text}</t></si>`],
    rows: textRow(1, ["账号", "姓名", "部门"]) + row.repeat(100),
  })
  expect(await checked(app, school, "people", file)).toMatchObject({
    state: "failed",
    message: importMessages.bomb,
  })
})

test("[BARE-5] a file that takes too long is put aside in a sentence and frees its place", async () => {
  let ended = 0
  const silent: ReaderThread = {
    postMessage: () => undefined,
    on: () => undefined,
    terminate: () => Promise.resolve(ended++),
  }
  const never = threadReader(() => silent, 200)
  let stuck = 3
  const slow: ReadImport = (...asked) => (stuck-- > 0 ? never : builtReader)(...asked)
  const own = await appWith(slow)
  const client = await own.as("head-a1")
  // More than are read at a time: the last one is read only if the others ended.
  const ids: string[] = []
  for (const no of [1, 2, 3, 4])
    ids.push(await upload(own, client, "people", `账号,姓名,部门\n,张${no},教务处\n`))
  const ends = []
  for (const id of ids) ends.push(await settled(client, id))
  expect(ends.map(({ state }) => state).toSorted()).toEqual(["failed", "failed", "failed", "faulty"])
  expect(ends.filter(({ message }) => message === importMessages.tooSlow)).toHaveLength(3)
  expect(ended).toBe(3)
})

test("[BARE-5] a cancellation does not wait for a file that reports nothing", async () => {
  let isEnded = false
  let received = () => {}
  const asked = new Promise<void>((resolve) => (received = resolve))
  const own = await appWith(
    threadReader(() => ({
      postMessage: () => received(),
      on: () => undefined,
      terminate: () => Promise.resolve((isEnded = true)),
    })),
  )
  const client = await own.as("head-a1")
  const id = await upload(own, client, "people", "账号,姓名,部门\n,张三,教务处\n")
  await asked
  await client.send(importCalls.cancel, { id })
  expect(await settled(client, id)).toMatchObject({ state: "cancelled" })
  expect(isEnded).toBe(true)
})

const told = (error: unknown) => String(error)

const rowAt = (line: string) =>
  testWorkbook({
    rows: `${textRow(1, ["账号", "姓名", "部门"])}<row r="${line}"><c t="inlineStr"><is><t>a</t></is></c></row>`,
  })

test("[BARE-7] a row number beyond 1,048,576 is refused, the last one is read", async () => {
  expect(await checked(app, school, "people", await rowAt("99999999999"))).toMatchObject({
    state: "failed",
    message: importMessages.rowNumber,
  })
  for (const line of ["1048577", "1e300", "Infinity"])
    await expect(readSheet(await rowAt(line)).catch(told)).resolves.toMatch(/^BadFile: /)
  for (const line of ["0", "-1", "1.5", "x"])
    await expect(readSheet(await rowAt(line)).catch(told)).resolves.toBe(`BadFile: ${importMessages.broken}`)
  expect((await readSheet(await rowAt("1048576"))).rows.at(-1)?.line).toBe(1_048_576)
})

test("[BARE-9] a name cut inside a rare character is stored and shown", async () => {
  const value = `${"字".repeat(39)}𠮷${"字".repeat(60)}`
  const title = `${"列".repeat(19)}𠮷${"列".repeat(9)}`
  const found = await checked(app, school, "people", `账号,姓名,部门,${title}\na1,${value},教务处,x\n`)
  expect(found.state).toBe("faulty")
  expect(found.problems.map((problem) => problem.value)).toContain(`${"字".repeat(39)}…`)
  expect(found.notes).toContain(importMessages.columnIgnored(["列".repeat(19)]))
})

test("[BARE-9] half characters and NULs out of a workbook do not end an import", async () => {
  const names = ["_xD842_", "张_x0000_", "&#xD842;", "_x0000_"]
  const cells = names.map((name, at) => textRow(at + 2, ["", `${name}${"长".repeat(60)}`, "教务处"]))
  const file = await testWorkbook({ rows: textRow(1, ["账号", "姓名", "部门"]) + cells.join("") })
  const found = await checked(app, school, "people", file)
  expect(found.state).toBe("faulty")
  expect(found.problems.every(({ value }) => value.isWellFormed() && !value.includes("\0"))).toBe(true)
})
