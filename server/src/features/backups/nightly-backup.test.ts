import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs"
import { statfs } from "node:fs/promises"
import { join } from "node:path"
import { manageCalls } from "@uc/contract/manage/calls"
import { sql } from "drizzle-orm"
import { expect, inject, onTestFinished, test, vi } from "vitest"
import { scratchPlace } from "../../../../scripts/scratch-place.ts"
import { unrestricted } from "../../db/scope.ts"
import { passwordsWith } from "../../security/sign-in/passwords.ts"
import { testApp } from "../../testing/test-app.ts"
import { nightlyBackup } from "./nightly-backup.ts"

vi.setConfig({ testTimeout: 120_000 })

/** A test may say how much room there is. */
vi.mock("node:fs/promises", async (original) => {
  const real = await original<typeof import("node:fs/promises")>()
  return { ...real, statfs: vi.fn(real.statfs) }
})

async function site() {
  const app = await testApp()
  const dataDir = mkdtempSync(join(scratchPlace(), "user-centre-nightly-"))
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  chmodSync(dataDir, 0o711)
  const folder = join(dataDir, "backups")
  const pepper = inject("pepper")
  const options = {
    url: app.url,
    dataDir,
    folder,
    keep: 2,
    passphrase: "four words and a number 7",
    secrets: { pepper },
    pepperKid: passwordsWith(pepper).kid,
    fromHour: 0,
  }
  const state = async (account = "platform") =>
    (await (await app.as(account)).send(manageCalls.overview, {})).backup
  const change = (statement: ReturnType<typeof sql>) =>
    app.database.transaction(unrestricted, (db) => db.execute(statement))
  return { app, folder, options, state, change }
}

test("[OPS-1] each night one of several processes makes a verified backup, and the newest are kept", async () => {
  const { app, folder, options, state } = await site()
  expect(await state()).toEqual({ last: null, goodAt: null, isOld: true })
  mkdirSync(folder)
  const [older, old] = ["user-centre-20200101-020000.backup", "user-centre-20200102-020000.backup"]
  for (const name of [older, old, "somebody-elses.backup"]) writeFileSync(join(folder, name), "x")
  const processes = [nightlyBackup(options), nightlyBackup(options), nightlyBackup(options)]
  await Promise.all(processes.map(({ job }) => job.work(app.database)))
  const made = readdirSync(folder)
  expect(made).toHaveLength(3)
  expect(made.filter((name) => !name.endsWith(".backup"))).toEqual([])
  expect(made).toEqual(expect.arrayContaining([old, "somebody-elses.backup"]))
  expect(await state()).toMatchObject({
    last: { state: "done", isVerified: true, reason: null },
    goodAt: expect.stringMatching(/^20\d\d-/) as string,
    isOld: false,
  })
  expect(await state("bureau-a")).toBeNull()
  // Not a second time on the same day.
  await processes[1]?.job.work(app.database)
  expect(readdirSync(folder)).toEqual(made)
  expect(existsSync(join(options.dataDir, "verify"))).toBe(false)
})

test("[OPS-1] a backup waits for its hour; one that fails says why, and is tried again later", async () => {
  const { app, folder, options, state, change } = await site()
  // There is no such hour: it is always before it.
  await nightlyBackup({ ...options, fromHour: 24 }).job.work(app.database)
  expect((await state())?.last).toBeNull()

  const { job } = nightlyBackup(options)
  await expect(job.work(app.database)).rejects.toThrow("BACKUP_TO is not there")
  expect(await state()).toMatchObject({
    last: { state: "failed", reason: "folder" },
    goodAt: null,
    isOld: true,
  })
  mkdirSync(folder)
  await job.work(app.database)
  expect(readdirSync(folder)).toEqual([])
  await change(sql`update backup_run set finished_at = now() - interval '61 minutes'`)
  await change(sql`create policy none on hazard as restrictive using (false)`)
  await expect(job.work(app.database)).rejects.toThrow("hide rows of hazard")
  expect((await state())?.last).toMatchObject({ state: "failed", reason: "hidden" })
})

test("[OPS-1] a process that stops gives its backup back; a killed one is found after ten minutes", async () => {
  const { app, folder, options, state, change } = await site()
  mkdirSync(folder)
  const stopped = nightlyBackup(options)
  const working = stopped.job.work(app.database)
  await vi.waitFor(async () => expect((await state())?.last?.state).toBe("running"))
  await stopped.stop()
  await working
  expect([readdirSync(folder), existsSync(join(options.dataDir, "verify"))]).toEqual([[], false])
  expect((await state())?.last?.state).toBe("interrupted")
  await change(sql`update backup_run set seen_at = now()`)
  expect((await state())?.last?.state).toBe("running")
  await change(sql`update backup_run set seen_at = now() - interval '11 minutes', attempts = 5`)
  await nightlyBackup(options).job.work(app.database)
  // Five tries a day, not more.
  expect((await state())?.last?.state).toBe("interrupted")
})

test("[OPS-1] one that is not verified is told, is not counted as one to keep, and goes with the next", async () => {
  const { app, folder, options, state, change } = await site()
  mkdirSync(folder)
  const good = ["user-centre-20200101-020000.backup", "user-centre-20200102-020000.backup"]
  for (const name of good) writeFileSync(join(folder, name), "x")
  const later = () => change(sql`update backup_run set finished_at = now() - interval '61 minutes'`)
  // Where the scratch database would have its files is none.
  const nowhere = join(options.dataDir, "a-file")
  writeFileSync(nowhere, "")
  const failing = nightlyBackup({ ...options, dataDir: nowhere })
  await expect(failing.job.work(app.database)).rejects.toThrow("a-file")
  expect((await state())?.last).toMatchObject({ state: "failed", isVerified: false, reason: "unverified" })
  const [first, ...others] = readdirSync(folder).filter((name) => !good.includes(name))
  expect([first, others]).toEqual([expect.stringMatching(/^user-centre-\d{8}-\d{6}\.unverified$/), []])

  await later()
  await expect(failing.job.work(app.database)).rejects.toThrow("a-file")
  const second = readdirSync(folder).filter((name) => !good.includes(name))
  expect(second).toEqual([expect.stringMatching(/\.unverified$/)])
  expect(second).not.toEqual([first])
  expect(readdirSync(folder)).toEqual(expect.arrayContaining(good))

  await later()
  await nightlyBackup(options).job.work(app.database)
  expect((await state())?.last).toMatchObject({ state: "done", isVerified: true })
  // Two are kept: the newer one of the good ones, and today's.
  const left = readdirSync(folder)
  expect([left.length, left.includes(good[1] ?? ""), left.every((name) => name.endsWith(".backup"))]).toEqual(
    [2, true, true],
  )
})

test("[OPS-1] a disk without room for the verification is told as such, and nothing of it is taken", async () => {
  const { app, folder, options, state } = await site()
  mkdirSync(folder)
  vi.mocked(statfs).mockResolvedValue({ bavail: 1000, bsize: 4096 } as Awaited<ReturnType<typeof statfs>>)
  onTestFinished(() => void vi.mocked(statfs).mockReset())
  await expect(nightlyBackup(options).job.work(app.database)).rejects.toThrow(
    /^There is not enough room to verify it in .*: about \d{3} MB are needed, and 4 MB are free/,
  )
  expect((await state())?.last).toMatchObject({ state: "failed", reason: "room" })
  expect(existsSync(join(options.dataDir, "verify"))).toBe(false)
})
