import { expect, test } from "vitest"
import { compoundStream, decryptedXlsx } from "../testing/test-encrypted.ts"
import { readXlsx } from "../testing/sheets/test-xlsx.ts"
import { compoundFile } from "./compound-file.ts"
import { encryptedXlsx } from "./encrypted-xlsx.ts"
import { xlsxOf } from "./xlsx-writer.ts"

test("[DISTRICT-1] an encrypted workbook opens with its password and with no other", async () => {
  const rows = Array.from({ length: 300 }, (_, no) => [`第${no}人`, String(no * 7919)])
  const columns = ["姓名", "密码"].map((title) => ({ title, width: 12 }))
  const workbook = await xlsxOf([{ name: "初始密码", columns, rows }])
  const file = await encryptedXlsx(workbook, "kT4m-X7pa-Qw9n")
  expect(file.includes("第299人")).toBe(false)
  expect(decryptedXlsx(file, "kT4m-X7pa-Qw9N")).toBeNull()
  const opened = decryptedXlsx(file, "kT4m-X7pa-Qw9n")
  expect(opened?.equals(workbook)).toBe(true)
  expect(readXlsx(opened ?? Buffer.alloc(0)).sheets[0]?.at(-1)).toEqual(["第299人", String(299 * 7919)])
})

test.each([0, 1, 64, 4095, 4096, 70_000])(
  "[DISTRICT-1] a compound file gives back streams of %i bytes, small or large, beside others",
  (bytes) => {
    const content = Buffer.from(Array.from({ length: bytes }, (_, at) => at % 251))
    const beside = Buffer.alloc(100, 7)
    const file = compoundFile([
      { name: "EncryptionInfo", content: beside },
      { name: "EncryptedPackage", content },
    ])
    expect(file.length % 512).toBe(0)
    expect(compoundStream(file, "EncryptedPackage").equals(content)).toBe(true)
    expect(compoundStream(file, "EncryptionInfo").equals(beside)).toBe(true)
  },
)
