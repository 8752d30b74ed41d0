/** A frame with somebody else's page in it. */
export interface HostedFrame {
  readonly contentWindow: Window | null
}

type Listener = (frame: HostedFrame) => () => void

const shown = new Map<HostedFrame, (() => void) | undefined>()
let listener: Listener | undefined

/** DLG-5: from now on the page in it may ask the portal, if its origin is on the list. Gives what ends it. */
export function hostFrame(frame: HostedFrame): () => void {
  shown.set(frame, listener?.(frame))
  return () => {
    shown.get(frame)?.()
    shown.delete(frame)
  }
}

/** Whoever answers hosted pages registers here, also when frames are there already. */
export function answerHostedFrames(answers: Listener): void {
  listener = answers
  for (const frame of shown.keys()) shown.set(frame, answers(frame))
}
