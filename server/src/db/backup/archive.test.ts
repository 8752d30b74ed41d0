import { createHash } from "node:crypto"
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, expect, test } from "vitest"
import { openArchive } from "./open-archive.ts"
import type { SiteSource, TableShape, TableSum } from "./site-source.ts"
import { writeArchive } from "./write-archive.ts"

const folder = mkdtempSync(join(tmpdir(), "user-centre-archive-"))
afterAll(() => rmSync(folder, { recursive: true }))
const passphrase = "四个词和一个数字 7, and more"
const file = join(folder, "site.backup")

const contents: Readonly<Record<string, readonly string[]>> = {
  area: ["330100\t杭州市\n"],
  none: [],
  person: ["1\t张三\n".repeat(1000), "2\t李四\n".repeat(1000)],
}

const source: SiteSource = {
  info: {
    product: "0.1.0",
    postgres: "18.4",
    madeAt: new Date().toISOString(),
    migrations: [],
    pepperKid: null,
  },
  tables: Object.keys(contents).map((name) => ({ name, columns: ["id", "name"] })),
  parts: [],
  sequences: [{ name: "person_id_seq", last: "9007199254740993", isCalled: true }],
  async *blocksOf({ name }: TableShape): AsyncGenerator<Buffer, TableSum> {
    const blocks = contents[name] ?? []
    for (const block of blocks) yield Buffer.from(block)
    return {
      rows: blocks.join("").split("\n").length - 1,
      sha256: createHash("sha256").update(blocks.join("")).digest("hex"),
    }
  },
}

/** Everything that is in it. */
async function read(path: string, word = passphrase): Promise<Record<string, string>> {
  const archive = await openArchive(path, word)
  try {
    const found: Record<string, string> = {
      secrets: JSON.stringify(archive.secrets),
      last: archive.sequences[0]?.last ?? "",
    }
    for (const table of archive.tables) {
      found[table.name] = ""
      for await (const block of archive.blocksOf(table)) found[table.name] += block.toString()
    }
    await archive.assertEnd()
    return found
  } finally {
    await archive.close()
  }
}

test("[OPS-1] an archive gives back what was written, and no byte of it can be changed or left out", async () => {
  const secrets = { pepper: "p".repeat(32), another: 7 }
  const { bytes } = await writeArchive(source, { file, secrets, passphrase, cost: 1024 })
  expect(await read(file)).toEqual({
    secrets: JSON.stringify(secrets),
    last: "9007199254740993",
    area: contents["area"]?.join(""),
    none: "",
    person: contents["person"]?.join(""),
  })
  const whole = readFileSync(file)
  expect(whole.length).toBe(bytes)
  const changed = join(folder, "changed")
  const headEnd = whole.indexOf("\n", whole.indexOf("\n", 20) + 1)
  // The head, its checksum, a part's kind, its length, its content, its tag, and the last byte.
  for (const at of [
    25,
    headEnd - 3,
    headEnd + 1,
    headEnd + 3,
    headEnd + 40,
    whole.length - 20,
    whole.length - 1,
  ]) {
    const copy = Buffer.from(whole)
    copy[at] = (copy[at] ?? 0) ^ 4
    writeFileSync(changed, copy)
    await expect(read(changed), `byte ${at}`).rejects.toThrow(/is (damaged|cut off)/)
  }
  for (const length of [headEnd + 3, whole.length - 30, whole.length - 1]) {
    writeFileSync(changed, whole.subarray(0, length))
    await expect(read(changed), `${length} bytes`).rejects.toThrow(/is cut off: it ends within/)
  }
  writeFileSync(changed, Buffer.concat([whole, Buffer.from("x")]))
  await expect(read(changed)).rejects.toThrow("what follows its end")
  writeFileSync(changed, "not an archive at all")
  await expect(read(changed)).rejects.toThrow("is no backup of this product")
  await expect(read(file, "another passphrase")).rejects.toThrow("not the passphrase")
})

test("[OPS-1] an archive of another form is refused; the refusal names both forms and the version", async () => {
  const later = join(folder, "later.backup")
  await writeArchive(source, { file: later, secrets: {}, passphrase, cost: 1024 })
  const whole = readFileSync(later)
  const [mark = "", head = ""] = whole.toString("latin1", 0, 2000).split("\n", 2)
  const other = JSON.stringify({ ...JSON.parse(head), format: 2, product: "9.9.9" })
  const sum = createHash("sha256").update(other).digest("hex")
  const parts = whole.subarray(whole.indexOf("\n", mark.length + 1 + head.length + 1) + 1)
  writeFileSync(later, Buffer.concat([Buffer.from(`${mark}\n${other}\n${sum}\n`), parts]))
  await expect(read(later, "another passphrase")).rejects.toThrow(
    "was written by 9.9.9 in form 2; this program reads form 1",
  )
  rmSync(later)
})

test("[OPS-1] a source that fails, or a name that is taken, leaves no file behind", async () => {
  const before = readdirSync(folder)
  const failing: SiteSource = {
    ...source,
    async *blocksOf() {
      yield Buffer.from("1\t张三\n")
      throw new Error("The connection was lost")
    },
  }
  const other = join(folder, "failed.backup")
  await expect(writeArchive(failing, { file: other, secrets: {}, passphrase, cost: 1024 })).rejects.toThrow(
    "was lost",
  )
  await expect(writeArchive(source, { file, secrets: {}, passphrase, cost: 1024 })).rejects.toThrow(
    "is there already",
  )
  expect(readdirSync(folder)).toEqual(before)
})
