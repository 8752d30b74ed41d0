/** Where something is on the page, in CSS pixels from the window's upper left corner. */
export interface Point {
  readonly x: number
  readonly y: number
}

/**
 * What every engine can be made to do, whatever it is driven by. Input comes from outside the page, as a person's does: it
 * counts as a gesture, and what lies over something gets the click.
 */
export interface Driver {
  /** `Firefox 140.4.0` */
  readonly version: string
  open(address: string): Promise<void>
  /** Runs a function of its own source in the page, which may use nothing from around it. */
  evaluate<Args extends readonly unknown[], Result>(
    work: (...args: Args) => Result | Promise<Result>,
    ...args: Args
  ): Promise<Result>
  /** Pressed at the first point, moved along, released at the last. One point is a click. */
  mouse(path: readonly Point[]): Promise<void>
  /** The same by a finger. Null: the engine's driver has none. */
  readonly touch: ((path: readonly Point[]) => Promise<void>) | null
  /** `Enter`, `Shift+ArrowRight`, `Control+v`. */
  press(...keys: readonly string[]): Promise<void>
  type(text: string): Promise<void>
  /** Gives a file to the input that the selector finds, as a person does who chooses it. */
  upload(selector: string, file: string): Promise<void>
  /** The window that the page has. Some engines have none as narrow as is asked for. */
  resize(size: Size): Promise<void>
  picture(): Promise<Buffer>
  /** Uncaught errors, refused promises and errors that were written to the console, since it was last read. */
  errors(): Promise<readonly string[]>
  close(): Promise<void>
}

/** A script's answer did not come, because its document was left meanwhile. */
export class DocumentLeft extends Error {
  constructor() {
    super("The document was left while a script ran in it")
  }
}

/** How an engine is started for a tour. */
export interface Start {
  /** `:7`, of the X server with nobody else on it. */
  readonly display: string
  /** An empty folder for its profile. */
  readonly folder: string
  /** Where it is to put what is downloaded. */
  readonly downloads: string
  /** The name that plain http is reached by; it leads to this machine (site.ts). */
  readonly plainName: string
  /** Of a forward proxy that knows the plain name, for an engine that can't be told an address for it. */
  readonly proxy: string
}

export interface Size {
  readonly width: number
  readonly height: number
}

export const windowSize: Size = { width: 1366, height: 850 }

/** Rows are cards in it, and the top navigation stands at the bottom. No wider: Firefox has no narrower window. */
export const phoneSize: Size = { width: 500, height: 800 }

/** How long one step of a hand takes. The server looks at it (CAPT-6). */
export const handStepMs = 16
