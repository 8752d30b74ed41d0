import { brotliCompressSync, gzipSync } from "node:zlib"
import { expect, test } from "vitest"
import { bridgeScript } from "../portal/bridge-script.mjs"

test("[DLG-5] what a hosted page loads is at most 5 kB compressed and has no dependency in it", async () => {
  const code = await bridgeScript()
  expect(gzipSync(code, { level: 9 }).length).toBeLessThanOrEqual(5000)
  expect(brotliCompressSync(code).length).toBeLessThanOrEqual(5000)
  expect(code).not.toMatch(/zod|\bimport\b|\brequire\(/i)
})
