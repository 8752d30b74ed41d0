/** A frame with a page of another site. */
export interface HostedFrame extends Pick<EventTarget, "addEventListener" | "removeEventListener"> {
  readonly contentWindow: Window | null
}

/** What the portal does for the page in a frame. */
export interface Guest {
  /** A page in the background may not open anything in front. */
  readonly isShown: () => boolean
  /** The page fills the whole document, so its title is the document's. */
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

/** DLG-5: from now on the page in it may call the portal, if its origin is on the list. Returns what ends it. */
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

/** The code that answers hosted pages registers here, also when there are frames already. */
export function answerHostedFrames(answers: Listener): void {
  listener = answers
  for (const [frame, kept] of shown) kept.dismiss = answers(frame)
}
