/** The messages to and from a thread; the id ties an answer to its request. */
export interface Asked<What> {
  readonly id: number
  readonly what: What
}

export interface Answered<Made> {
  readonly id: number
  readonly made: Made
}

/** What we need of a worker thread. */
export interface Thread<What, Made> {
  postMessage(asked: Asked<What>, transferred: []): void
  on(event: "message", listener: (answered: Answered<Made>) => void): unknown
  on(event: "error", listener: (error: Error) => void): unknown
  on(event: "exit", listener: () => void): unknown
  terminate(): Promise<unknown>
}

/** No answer within the time limit. */
export class TookTooLong extends Error {}

/** The queue is so long that a new request would not be served in time. */
export class TooManyWait extends Error {}

interface Waiting<Made> {
  readonly done: (made: Made) => void
  readonly failed: (error: Error) => void
  readonly timer: NodeJS.Timeout
}

interface PoolOptions<What, Made> {
  /** Called with the first request, and again after a thread has ended. */
  readonly spawn: () => Thread<What, Made>
  readonly answerMs: number
  readonly waiting: number
  /** After a thread has ended; its waiting requests have failed. */
  readonly onDeath?: () => void
}

/** Work in a thread of its own, so that other requests do not wait for it. */
export class WorkerPool<What, Made> {
  readonly #options: PoolOptions<What, Made>
  readonly #waiting = new Map<number, Waiting<Made>>()
  #thread: Thread<What, Made> | null = null
  #lastId = 0
  #answers = 0
  #isClosed = false

  constructor(options: PoolOptions<What, Made>) {
    this.#options = options
  }

  get isClosed(): boolean {
    return this.#isClosed
  }

  run(what: What): Promise<Made> {
    if (this.#isClosed) return Promise.reject(new Error("The thread is closed"))
    if (this.#waiting.size >= this.#options.waiting)
      return Promise.reject(new TooManyWait("Too many wait for the thread"))
    const id = ++this.#lastId
    return new Promise((done, failed) => {
      const answersBefore = this.#answers
      const timer = setTimeout(() => this.#giveUp(id, answersBefore), this.#options.answerMs)
      timer.unref()
      this.#waiting.set(id, { done, failed, timer })
      try {
        this.#living().postMessage({ id, what }, [])
      } catch (error) {
        this.#settle(id)?.failed(error instanceof Error ? error : new Error(String(error)))
      }
    })
  }

  async close(): Promise<void> {
    this.#isClosed = true
    this.#failAll(new Error("The thread is closed"))
    await this.#thread?.terminate()
  }

  #living(): Thread<What, Made> {
    if (this.#thread) return this.#thread
    const thread = this.#options.spawn()
    this.#thread = thread
    thread.on("message", ({ id, made }) => {
      this.#answers++
      this.#settle(id)?.done(made)
    })
    thread.on("error", (error) => this.#onEnd(thread, error))
    thread.on("exit", () => this.#onEnd(thread, new Error("The thread ended")))
    return thread
  }

  #onEnd(thread: Thread<What, Made>, error: Error): void {
    if (this.#thread !== thread) return
    this.#thread = null
    this.#failAll(error)
    if (!this.#isClosed) this.#options.onDeath?.()
  }

  #giveUp(id: number, answersBefore: number): void {
    this.#settle(id)?.failed(new TookTooLong("The thread did not answer in time"))
    // A thread without any answer for so long is stuck, not busy: it is replaced.
    const stuck = this.#thread
    if (this.#answers !== answersBefore || !stuck) return
    this.#onEnd(stuck, new Error("The thread was stuck"))
    void stuck.terminate()
  }

  #settle(id: number): Waiting<Made> | undefined {
    const waiting = this.#waiting.get(id)
    if (waiting) clearTimeout(waiting.timer)
    this.#waiting.delete(id)
    return waiting
  }

  #failAll(error: Error): void {
    for (const id of this.#waiting.keys()) this.#settle(id)?.failed(error)
  }
}
