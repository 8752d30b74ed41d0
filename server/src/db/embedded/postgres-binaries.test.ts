import { chmodSync, mkdirSync, mkdtempSync, readlinkSync, realpathSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { expect, onTestFinished, test } from "vitest"
import { firstClosedPath, userNamed } from "./cluster-user.ts"
import { postgresBinaries } from "./postgres-binaries.ts"

const stranger = { uid: 4242, gid: 4242 }

/** A package as npm unpacks it when it runs no install script. */
function unpacked(): string {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "user-centre-package-")))
  onTestFinished(() => rmSync(root, { recursive: true }))
  chmodSync(root, 0o755)
  for (const folder of ["bin", "lib/postgresql", "share/postgresql"]) {
    mkdirSync(join(root, "native", folder), { recursive: true })
  }
  const files = ["bin/initdb", "bin/postgres", "lib/libpq.so.5.18", "share/postgresql/postgres.bki"]
  for (const file of files) writeFileSync(join(root, "native", file), "", { mode: 0o755 })
  writeFileSync(join(root, "package.json"), JSON.stringify({ version: `0.0.0-test-${process.pid}` }))
  const links = [{ source: "native/lib/libpq.so.5.18", target: "native/lib/libpq.so.5" }]
  writeFileSync(join(root, "native", "pg-symlinks.json"), JSON.stringify(links))
  return root
}

test("links of libraries that the install script did not make are made", () => {
  const root = unpacked()
  const { postgres } = postgresBinaries(null, root)
  expect(postgres).toBe(join(root, "native/bin/postgres"))
  expect(readlinkSync(join(root, "native/lib/libpq.so.5"))).toBe("libpq.so.5.18")
  postgresBinaries(null, root)
})

test("a package that the other user can enter is used where it is", () => {
  const root = unpacked()
  expect(postgresBinaries(stranger, root).initdb).toBe(join(root, "native/bin/initdb"))
})

test.runIf(process.getuid?.() === 0)("one below a closed folder is copied once to where it can", () => {
  const root = unpacked()
  chmodSync(root, 0o700)
  const { postgres } = postgresBinaries(stranger, root)
  const copy = dirname(dirname(dirname(postgres)))
  onTestFinished(() => rmSync(copy, { recursive: true }))
  expect(postgres.startsWith(root)).toBe(false)
  expect(firstClosedPath(postgres, stranger)).toBeNull()
  expect(readlinkSync(join(copy, "native/lib/libpq.so.5"))).toBe("libpq.so.5.18")
  expect(postgresBinaries(stranger, root).postgres).toBe(postgres)

  chmodSync(copy, 0o777)
  expect(() => postgresBinaries(stranger, root)).toThrow(`${copy} must belong to root alone; remove it.`)
})

test("the folder on a path that a user can't enter is found", () => {
  const root = unpacked()
  const file = join(root, "native/bin/postgres")
  expect(firstClosedPath(file, stranger)).toBeNull()
  chmodSync(join(root, "native"), 0o700)
  expect(firstClosedPath(file, stranger)).toBe(join(root, "native"))
  chmodSync(join(root, "native"), 0o755)
  chmodSync(file, 0o700)
  expect(firstClosedPath(file, stranger)).toBe(file)
  expect(firstClosedPath(file, { uid: process.getuid?.() ?? 0, gid: 1 })).toBeNull()
})

test("users are found by their name alone", () => {
  const passwd =
    "root:x:0:0:root:/root:/bin/bash\npostgres2:x:7:7::/:/bin/sh\npostgres:x:101:104:,,,:/var:/bin/bash\n"
  expect(userNamed("postgres", passwd)).toEqual({ uid: 101, gid: 104 })
  expect(userNamed("nobody", passwd)).toBeNull()
})
