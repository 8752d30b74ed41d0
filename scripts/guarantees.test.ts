import { readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, test } from "vitest"
import { root } from "./prepare.mjs"
import { projectFiles } from "./project-files.mjs"

/** `A6: …`, `[LOGIN-5] A6, C11: …`, `[AUTH-9] Q1 after …` at the start of a title. */
const idsOfTitle =
  /\b(?:test|describe)(?:\.\w+)*\(\s*["'`](?:\[[A-Z]+-\d+\]\s*)*([ACQS]\d{1,2}(?:, [ACQS]\d{1,2})*)[ :]/g

test("[LAYOUT-2] the limits that titles name are the rows of docs/guarantees.md", () => {
  const page = readFileSync(join(root, "docs", "guarantees.md"), "utf8")
  const defined = new Set([...page.matchAll(/^\| ([A-Z]\d+) +\|/gm)].map(([, id]) => id))
  const named = projectFiles()
    .filter((file) => file.endsWith(".test.ts"))
    .flatMap((file) => [...readFileSync(join(root, file), "utf8").matchAll(idsOfTitle)])
    .flatMap(([, ids = ""]) => ids.split(", "))
  expect(named.length).toBeGreaterThan(20)
  expect([...new Set(named)].filter((id) => !defined.has(id))).toEqual([])
})
