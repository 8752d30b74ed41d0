import { beforeEach, expect, onTestFinished, test, vi } from "vitest"
import type { Database } from "../db/open.ts"
import { runJobs, type FinishedRun, type Job } from "./run-jobs.ts"

/** The scheduler only hands it on. */
const database = {} as Database

beforeEach(() => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
})

function started(...jobs: Job[]) {
  const runs: FinishedRun[] = []
  const running = runJobs(jobs, database, (run) => runs.push(run))
  const warnings = () => runs.flatMap(({ name, error }) => (error === undefined ? [] : [[name, error]]))
  return { ...running, runs, warnings }
}

function counting(name: string, everyMs: number, fail?: (run: number) => unknown) {
  const given: Database[] = []
  const work = async (handed: Database) => {
    given.push(handed)
    await fail?.(given.length)
  }
  return { job: { name, everyMs, work }, runs: () => given.length, given }
}

test("[LAYOUT-6] a job runs with the database after each interval, not at the start", async () => {
  const { job, runs, given } = counting("tidy", 5000)
  started(job)
  await vi.advanceTimersByTimeAsync(4999)
  expect(runs()).toBe(0)
  await vi.advanceTimersByTimeAsync(1)
  expect(given).toEqual([database])
  await vi.advanceTimersByTimeAsync(10_000)
  expect(runs()).toBe(3)
})

test("[LAYOUT-6] a job that fails is told with its name and runs again next time", async () => {
  const failure = new Error("no connection")
  const { job, runs } = counting("tidy", 5000, (run) => run === 1 && Promise.reject(failure))
  const { warnings } = started(job)
  await vi.advanceTimersByTimeAsync(5000)
  expect(warnings()).toEqual([["tidy", failure]])
  await vi.advanceTimersByTimeAsync(5000)
  expect([runs(), warnings().length]).toEqual([2, 1])
})

test("[LAYOUT-6] a job that throws before its first await is told like any other", async () => {
  const failure = new Error("wrong at once")
  const work = () => {
    throw failure
  }
  const { warnings } = started({ name: "tidy", everyMs: 1000, work })
  await vi.advanceTimersByTimeAsync(2000)
  expect(warnings().map(([, error]) => error)).toEqual([failure, failure])
})

test("[LAYOUT-6] neither a failing nor an endless job stops the others", async () => {
  const failing = counting("failing", 1000, () => Promise.reject(new Error("always")))
  const endless = counting("endless", 1000, () => new Promise(() => {}))
  const sound = counting("sound", 1000)
  const { warnings } = started(failing.job, endless.job, sound.job)
  await vi.advanceTimersByTimeAsync(3000)
  expect(sound.runs()).toBe(3)
  expect(warnings()).toHaveLength(3)
})

test("[LAYOUT-6] after the stop no job runs, and one that loses its database tells nothing", async () => {
  let loseDatabase = () => {}
  const lost = new Promise<void>((_resolve, reject) => {
    loseDatabase = () => reject(new Error("the pool was closed"))
  })
  const { job, runs } = counting("tidy", 1000, () => lost)
  const running = started(job)
  await vi.advanceTimersByTimeAsync(1000)
  running.stop()
  loseDatabase()
  await vi.advanceTimersByTimeAsync(5000)
  expect([runs(), running.runs]).toEqual([1, []])
})

test("[OPS-2] every run is told with its name, beginning and duration, also one that throws nothing", async () => {
  const sound = counting("sound", 1000)
  // oxlint-disable-next-line prefer-promise-reject-errors -- what a library may do
  const nothing = counting("nothing", 1000, () => Promise.reject())
  const { runs } = started(sound.job, nothing.job)
  const beganAt = new Date(Date.now() + 1000)
  await vi.advanceTimersByTimeAsync(1000)
  expect(runs).toEqual([
    { name: "sound", everyMs: 1000, startedAt: beganAt, ms: expect.any(Number) },
    { name: "nothing", everyMs: 1000, startedAt: beganAt, ms: expect.any(Number), error: expect.any(Error) },
  ])
})
