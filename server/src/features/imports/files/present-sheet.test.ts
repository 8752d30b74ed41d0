import { importKinds, type ImportKind } from "@uc/contract/imports/import-kinds"
import { admintypes } from "@uc/contract/account/calls"
import { importCalls, mayImport } from "@uc/contract/imports/calls"
import { expect, test } from "vitest"
import { testApp } from "../../../testing/test-app.ts"
import { readXlsx } from "../../../testing/sheets/test-xlsx.ts"
import { checked, problemsOf } from "../../../testing/test-import.ts"

/** What an area's administrator may import. */
const areaKinds = (Object.keys(importKinds) as ImportKind[]).filter((kind) =>
  mayImport({ admintype: admintypes.area }, kind),
)

test.each([
  ["head-a1", ["people", "departments", "buildings", "grids"]],
  ["bureau-a", areaKinds],
  ["platform", Object.keys(importKinds)],
] as const)("[DATA-3] what %s exports of each kind is imported without a change", async (account, kinds) => {
  const app = await testApp()
  const client = await app.as(account)
  for (const kind of kinds as readonly ImportKind[]) {
    const file = await client.send(importCalls.exportPresent, { kind })
    // Demo schemes were all given, and change no more: of items nothing is left to bring back.
    if (kind === "assessmentItems" && file.rows === 0) continue
    const content = Buffer.from(file.content, "base64")
    const back = await checked(app, client, kind, content)
    expect([kind, problemsOf(back), back.preview]).toEqual([
      kind,
      [],
      expect.objectContaining({ new: 0, changed: 0, unchanged: file.rows, gone: 0 }),
    ])
    const text = readXlsx(content).sheets.flat(2).join("\n")
    // Neither a phone nor an idcard leaves the product this way.
    expect(text).not.toMatch(/(?<![0-9])1[3-9][0-9]{9}(?![0-9])|[0-9]{17}[0-9X]/)
  }
})
