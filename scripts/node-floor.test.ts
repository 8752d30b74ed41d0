import { readFileSync } from "node:fs"
import { join } from "node:path"
import { satisfies } from "semver"
import { expect, test } from "vitest"
import { root } from "./prepare.mjs"

interface LockedPackage {
  readonly engines?: { readonly node?: string }
}

test("[BARE-3] every package in the lockfile runs on Node 20.19", () => {
  const lockfile = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")) as {
    packages: Readonly<Record<string, LockedPackage>>
  }
  const tooNew = Object.entries(lockfile.packages).filter(
    ([, { engines }]) => engines?.node && !satisfies("20.19.0", engines.node),
  )
  expect(tooNew.map(([name, { engines }]) => `${name} wants Node ${engines?.node}`)).toEqual([])
})
