import { Worker } from "node:worker_threads"
import type { SliderLevel } from "./draw-puzzle.ts"
import { nearestLevel, type PictureMaker, type SliderPicture } from "./maker.ts"
import type { PictureCode } from "./picture-code.ts"

export interface Asked {
  readonly id: number
  readonly what: SliderLevel | "code"
}

export interface Answered {
  readonly id: number
  readonly made: SliderPicture | PictureCode
}

/** What we need of a worker thread. */
export interface Drawer {
  postMessage(asked: Asked, transferred: []): void
  on(event: "message", heard: (answered: Answered) => void): unknown
  on(event: "error", heard: (error: Error) => void): unknown
  on(event: "exit", heard: () => void): unknown
  terminate(): Promise<unknown>
}

export const makerLimits = {
  /** Pictures that wait for whoever comes next, of the level that a browser we don't know gets. */
  ready: 64,
  level: 7,
  answerMs: 4000,
  respawnMs: 300,
  /** More would not be served in time anyhow. */
  waiting: 150,
} as const

interface Waiting {
  readonly done: (made: SliderPicture | PictureCode) => void
  readonly failed: (error: Error) => void
  readonly timer: NodeJS.Timeout
}

/** Beside main.js, where the build puts it. */
function spawnWorker(): Drawer {
  // Not with the flags of whoever started us: `--input-type`, for one, is refused beside a file.
  const worker = new Worker(new URL("./slider-worker.js", import.meta.url), { execArgv: [] })
  // It never keeps the process from ending.
  worker.unref()
  return worker
}

/** Draws in a thread of its own, which begins with the first call, and keeps a pool of pictures that nobody has seen. */
export function workerMaker(spawn: () => Drawer = spawnWorker): PictureMaker {
  return new WorkerMaker(spawn)
}

class WorkerMaker implements PictureMaker {
  readonly #spawn: () => Drawer
  readonly #ready: SliderPicture[] = []
  readonly #waiting = new Map<number, Waiting>()
  #drawer: Drawer | null = null
  #lastId = 0
  #lastHeard = 0
  #isRefilling = false
  #isClosed = false
  #respawn: NodeJS.Timeout | null = null

  constructor(spawn: () => Drawer) {
    this.#spawn = spawn
  }

  async make(level: number): Promise<SliderPicture> {
    const what = nearestLevel(level)
    const ready = what === makerLimits.level ? this.#ready.shift() : undefined
    const made = ready ?? ((await this.#ask(what)) as SliderPicture)
    this.#refill()
    return made
  }

  async code(): Promise<PictureCode> {
    return (await this.#ask("code")) as PictureCode
  }

  async close(): Promise<void> {
    this.#isClosed = true
    if (this.#respawn) clearTimeout(this.#respawn)
    this.#failAll(new Error("The picture maker is closed"))
    await this.#drawer?.terminate()
  }

  #ask(what: Asked["what"]): Promise<Answered["made"]> {
    if (this.#isClosed) return Promise.reject(new Error("The picture maker is closed"))
    if (this.#waiting.size >= makerLimits.waiting)
      return Promise.reject(new Error("Too many wait for pictures"))
    const id = ++this.#lastId
    return new Promise((done, failed) => {
      const heardBefore = this.#lastHeard
      const timer = setTimeout(() => this.#giveUp(id, heardBefore), makerLimits.answerMs)
      timer.unref()
      this.#waiting.set(id, { done, failed, timer })
      try {
        this.#living().postMessage({ id, what }, [])
      } catch (error) {
        this.#settle(id)?.failed(error instanceof Error ? error : new Error(String(error)))
      }
    })
  }

  #living(): Drawer {
    if (this.#drawer) return this.#drawer
    const drawer = this.#spawn()
    this.#drawer = drawer
    drawer.on("message", ({ id, made }) => {
      this.#lastHeard++
      this.#settle(id)?.done(made)
    })
    drawer.on("error", (error) => this.#onEnd(drawer, error))
    drawer.on("exit", () => this.#onEnd(drawer, new Error("The thread that draws pictures ended")))
    return drawer
  }

  /** Whoever waited is told: they ask again, and nobody gets by without a picture. */
  #onEnd(drawer: Drawer, error: Error): void {
    if (this.#drawer !== drawer) return
    this.#drawer = null
    this.#failAll(error)
    if (this.#isClosed) return
    this.#respawn = setTimeout(() => this.#refill(), makerLimits.respawnMs)
    this.#respawn.unref()
  }

  #giveUp(id: number, heardBefore: number): void {
    this.#settle(id)?.failed(new Error("No picture was drawn in time"))
    // Busy is one thing; a thread that has said nothing for so long is stuck, and another takes its place.
    const stuck = this.#drawer
    if (this.#lastHeard !== heardBefore || !stuck) return
    this.#onEnd(stuck, new Error("The thread that draws pictures is stuck"))
    void stuck.terminate()
  }

  #settle(id: number): Waiting | undefined {
    const waiting = this.#waiting.get(id)
    if (waiting) clearTimeout(waiting.timer)
    this.#waiting.delete(id)
    return waiting
  }

  #failAll(error: Error): void {
    for (const id of this.#waiting.keys()) this.#settle(id)?.failed(error)
  }

  #refill(): void {
    if (this.#isRefilling) return
    this.#isRefilling = true
    void this.#fill().finally(() => (this.#isRefilling = false))
  }

  /** One at a time, so that whoever waits has at most one picture before theirs; it rests when the pool is full. */
  async #fill(): Promise<void> {
    try {
      while (!this.#isClosed && this.#ready.length < makerLimits.ready)
        this.#ready.push((await this.#ask(makerLimits.level)) as SliderPicture)
    } catch {
      // After a death the respawn goes on; otherwise the next call does.
    }
  }
}
