export interface SliderPicture {
  /** Where the block stands, from the top, in image pixels. */
  readonly yHeight: number
  /** Base64. */
  readonly bigImage: string
  readonly smallImage: string
  readonly id: string
}

/** The picture's size in image pixels, and how long it is valid. */
export interface SliderMeasures {
  readonly width: number
  readonly height: number
  /** The block with its tabs. */
  readonly block: number
  /** The block can't go further than this (CAPT-2). */
  readonly dragLimit: number
  readonly expiryMs: number
}

export type SliderView =
  | "loading"
  | "ready"
  | "dragging"
  | "checking"
  | "passed"
  /** Refused; the next picture is loading. */
  | "failed"
  | "expired"
  /** No picture could be loaded. */
  | "broken"

export interface SliderState {
  readonly view: SliderView
  /** Counts the loads of pictures; an answer of an earlier one is ignored. */
  readonly round: number
  readonly picture: SliderPicture | null
  /** In image pixels, whatever the drawn width (CAPT-7). */
  readonly offset: number
  /** Why it has to be solved again. */
  readonly notice: string | null
}

export type SliderEvent =
  | { readonly type: "refreshed" }
  | { readonly type: "loaded"; readonly round: number; readonly picture: SliderPicture }
  | { readonly type: "loadFailed"; readonly round: number }
  | { readonly type: "grabbed" }
  | { readonly type: "moved"; readonly offset: number; readonly limit: number }
  | { readonly type: "reset" }
  | { readonly type: "released" }
  | { readonly type: "passed"; readonly round: number }
  | { readonly type: "refused"; readonly round: number; readonly why: string }
  | { readonly type: "expired"; readonly round: number }

export function firstSliderState(notice: string | null): SliderState {
  return { view: "loading", round: 0, picture: null, offset: 0, notice }
}

/** Whether a new picture may be requested: not during a check, nor after a success. */
export function mayRefresh({ view }: SliderState): boolean {
  return view !== "checking" && view !== "passed" && view !== "loading" && view !== "failed"
}

/** CAPT-3: reset, drag, release. The final offset is an integer, because that is what is compared. */
export function reduceSlider(state: SliderState, event: SliderEvent): SliderState {
  const { view, round } = state
  if ("round" in event && event.round !== round) return state
  switch (event.type) {
    case "refreshed":
      if (!mayRefresh(state)) return state
      return { view: "loading", round: round + 1, picture: null, offset: 0, notice: null }
    case "loaded":
      if (view !== "loading" && view !== "failed") return state
      return { ...state, view: "ready", picture: event.picture, offset: 0 }
    case "loadFailed":
      if (view !== "loading" && view !== "failed") return state
      return { ...state, view: "broken", picture: null, offset: 0, notice: null }
    case "grabbed":
      return view === "ready" ? { ...state, view: "dragging", offset: 0, notice: null } : state
    case "moved":
      if (view !== "dragging") return state
      return { ...state, offset: Math.min(Math.max(event.offset, 0), event.limit) }
    case "reset":
      return view === "dragging" ? { ...state, view: "ready", offset: 0 } : state
    case "released": {
      if (view !== "dragging") return state
      const offset = Math.round(state.offset)
      // A press without movement is no answer, and does not use up the picture.
      return offset === 0 ? { ...state, view: "ready", offset: 0 } : { ...state, view: "checking", offset }
    }
    case "passed":
      return view === "checking" ? { ...state, view: "passed" } : state
    case "refused":
      // CAPT-5: a picture is checked once; the next one brings the reason along.
      return view === "checking" ? { ...state, view: "failed", round: round + 1, notice: event.why } : state
    case "expired":
      return view === "ready" || view === "dragging" ? { ...state, view: "expired", notice: null } : state
  }
}
