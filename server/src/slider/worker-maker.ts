import { Worker } from "node:worker_threads"
import { WorkerPool, type Answered, type Asked, type Thread } from "../threads/worker-pool.ts"
import { difficultyOf, usualLevel, type SliderLevel } from "./levels.ts"
import type { PictureMaker, SliderPicture } from "./picture-maker.ts"
import type { PictureCode } from "./picture-code.ts"

type Wanted = SliderLevel | "code"
type Made = SliderPicture | PictureCode
export type DrawingRequest = Asked<Wanted>
export type Drawn = Answered<Made>
export type Drawer = Thread<Wanted, Made>

export const makerLimits = {
  /** Pictures that are drawn in advance, of the usual level. */
  ready: 64,
  level: usualLevel,
  answerMs: 4000,
  respawnMs: 300,
  waiting: 150,
} as const

/** Beside main.js, where the build puts it. */
function spawnWorker(): Drawer {
  // Without the flags of this process: `--input-type`, for one, is refused together with a file.
  const worker = new Worker(new URL("./slider-worker.js", import.meta.url), { execArgv: [] })
  // It must not keep the process alive.
  worker.unref()
  return worker
}

/** Draws in a thread of its own, which begins with the first call, and has a pool of unused pictures. */
export function workerMaker(spawn: () => Drawer = spawnWorker): PictureMaker {
  return new WorkerMaker(spawn)
}

class WorkerMaker implements PictureMaker {
  readonly #pool: WorkerPool<Wanted, Made>
  readonly #ready: SliderPicture[] = []
  #isRefilling = false
  #respawn: NodeJS.Timeout | null = null

  constructor(spawn: () => Drawer) {
    this.#pool = new WorkerPool({
      spawn,
      answerMs: makerLimits.answerMs,
      waiting: makerLimits.waiting,
      // Waiting requests have failed and are repeated by the person.
      onDeath: () => {
        this.#respawn = setTimeout(() => this.#refill(), makerLimits.respawnMs)
        this.#respawn.unref()
      },
    })
  }

  async make(level: number): Promise<SliderPicture> {
    const what = difficultyOf(level).level
    const ready = what === makerLimits.level && !this.#pool.isClosed ? this.#ready.shift() : undefined
    const made = ready ?? ((await this.#pool.run(what)) as SliderPicture)
    this.#refill()
    return made
  }

  async code(): Promise<PictureCode> {
    return (await this.#pool.run("code")) as PictureCode
  }

  async close(): Promise<void> {
    if (this.#respawn) clearTimeout(this.#respawn)
    await this.#pool.close()
  }

  #refill(): void {
    if (this.#isRefilling) return
    this.#isRefilling = true
    void this.#fill().finally(() => (this.#isRefilling = false))
  }

  /** One at a time, so that a request waits for at most one other picture; it pauses when the pool is full. */
  async #fill(): Promise<void> {
    try {
      while (!this.#pool.isClosed && this.#ready.length < makerLimits.ready)
        this.#ready.push((await this.#pool.run(makerLimits.level)) as SliderPicture)
    } catch {
      // After a thread has ended, the new one continues; otherwise the next call does.
    }
  }
}
