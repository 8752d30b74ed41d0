/** A frame with somebody else's page in it. */
export interface HostedFrame extends Pick<EventTarget, "addEventListener" | "removeEventListener"> {
  readonly contentWindow: Window | null
}

/** What the portal does with the page in a frame. */
export interface Guest {
  /** Whoever is not on screen may not open anything in front of what is. */
  readonly isShown: () => boolean
  /** The document is all its own, and so is the document's title. */
  readonly namesDocument: boolean
  readonly rename: (title: string) => void
}

type Listener = (frame: HostedFrame) => () => void

interface Shown {
  readonly guest: Guest | undefined
  dismiss: (() => void) | undefined
}

const shown = new Map<HostedFrame, Shown>()
let listener: Listener | undefined

/** DLG-5: from now on the page in it may ask the portal, if its origin is on the list. Returns what ends it. */
export function registerFrame(frame: HostedFrame, guest?: Guest): () => void {
  shown.set(frame, { guest, dismiss: listener?.(frame) })
  return () => {
    shown.get(frame)?.dismiss?.()
    shown.delete(frame)
  }
}

export function guestIn(frame: HostedFrame): Guest | undefined {
  return shown.get(frame)?.guest
}

/** Whoever answers hosted pages registers here, also when frames are there already. */
export function answerHostedFrames(answers: Listener): void {
  listener = answers
  for (const [frame, kept] of shown) kept.dismiss = answers(frame)
}
