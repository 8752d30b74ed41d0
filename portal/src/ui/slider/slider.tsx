import { useId, useRef, useState, type CSSProperties, type KeyboardEvent, type PointerEvent } from "react"
import { Button } from "../forms/button.tsx"
import { classes } from "../theme/classes.ts"
import { Icon, type IconName } from "../navigation/icon.tsx"
import { mayRefresh, type SliderView, type SliderMeasures, type SliderPicture } from "./slider-state.ts"
import { Spinner } from "../feedback/spinner.tsx"
import { useSlider, type SliderAnswer, type SliderHand, type SliderSource } from "./use-slider.ts"
import css from "./slider.module.css"

interface SliderProps extends SliderSource {
  /** Its width where there is room (LOGIN-4: 310 on the login screen). */
  readonly width: 310 | 410
  /** Once, a moment after the tick is shown. */
  readonly onPassed: (answer: SliderAnswer) => void
  readonly notice?: string | undefined
  readonly nowMs?: (() => number) | undefined
}

const barWords: Record<SliderView, string> = {
  loading: "正在加载图片…",
  ready: "拖动滑块，拼入形状相同的缺口",
  dragging: "",
  checking: "正在验证…",
  passed: "验证通过",
  failed: "正在换一张图片…",
  expired: "",
  broken: "",
}

/** Where the bar has the most room beside its handle. */
function wordsPlace(offset: number, { width, block }: SliderMeasures): CSSProperties {
  const before = offset
  const behind = width - offset - block
  const part = (pixels: number) => `${(pixels / width) * 100}%`
  return before > behind ? { left: 0, width: part(before) } : { right: 0, width: part(behind) }
}

const handleIcons: Partial<Record<SliderView, IconName>> = { passed: "check", failed: "close" }

/** CAPT-2: how far a key moves the block, in image pixels. */
function keyStep({ key, shiftKey }: KeyboardEvent): number | null {
  switch (key) {
    case "ArrowRight":
    case "ArrowUp":
      return shiftKey ? 5 : 1
    case "ArrowLeft":
    case "ArrowDown":
      return shiftKey ? -5 : -1
    case "PageUp":
      return 5
    case "PageDown":
      return -5
    default:
      return null
  }
}

/** The slider puzzle: by mouse, touch or keyboard. All numbers are in image pixels (CAPT-7). */
export function Slider({ width, onPassed, notice, nowMs = Date.now, ...source }: SliderProps) {
  const { measures, sentences } = source
  const { state, hand } = useSlider({ ...source, onPassed, notice: notice ?? null, nowMs })
  const { view, picture, offset } = state
  const frame = useRef<HTMLDivElement>(null)
  const handle = useRef<HTMLDivElement>(null)
  const [isByKeys, setByKeys] = useState(false)
  const id = useId()

  const pointer = usePointer(
    hand,
    () => measures.width / (frame.current?.getBoundingClientRect().width || width),
  )
  const isStill = view !== "ready" && view !== "dragging"
  const percent = (pixels: number, of: number) => `${(pixels / of) * 100}%`
  const left = percent(offset, measures.width)

  function onKey(event: KeyboardEvent) {
    const held = hand.held()
    if (held && held.by !== "keyboard") return
    const step = keyStep(event)
    if (step !== null) {
      if (!held) hand.grab("keyboard", event.timeStamp)
      hand.move((held?.offset ?? 0) + step, 0, event.timeStamp)
    } else if (event.key === "Enter" || event.key === " ") hand.release()
    else if (event.key === "Home") hand.reset()
    else return
    event.preventDefault()
  }

  function refresh() {
    hand.refresh()
    // The pressed button may be gone with its mask.
    handle.current?.focus({ preventScroll: true })
  }

  return (
    <div
      className={classes(css.slider, css[view])}
      style={{ width: `min(100%, ${width}px)` }}
      role="group"
      aria-label="滑块拼图验证"
      data-view={view}
      data-ticket={picture?.id}
    >
      <div
        ref={frame}
        className={css.frame}
        // Its height as a share of its width: Chromium 87 knows no aspect-ratio.
        style={{ paddingTop: percent(measures.height, measures.width) }}
      >
        {picture && (
          <Picture
            picture={picture}
            left={left}
            top={percent(picture.yHeight, measures.height)}
            size={percent(measures.block, measures.width)}
            {...pointer}
          />
        )}
        {(view === "loading" || view === "failed") && (
          <div className={css.wait}>
            <Spinner sizePx={24} />
          </div>
        )}
        {(view === "expired" || view === "broken") && (
          <div className={css.mask} role="alert">
            <Icon name={view === "expired" ? "clock" : "caution"} sizePx={26} />
            <p>{view === "expired" ? sentences.expired : sentences.imageFailed}</p>
            <Button className={css.again} onClick={refresh}>
              <Icon name="retry" sizePx={16} />
              {view === "expired" ? "刷新" : "重试"}
            </Button>
          </div>
        )}
      </div>
      <div className={css.bar}>
        <span className={css.words} style={wordsPlace(offset, measures)}>
          {barWords[view]}
        </span>
        <div
          className={css.fill}
          style={{ width: `calc(${left} + ${percent(measures.block / 2, measures.width)})` }}
        />
        <div
          ref={handle}
          className={css.handle}
          style={{ left, width: percent(measures.block, measures.width) }}
          role="slider"
          tabIndex={0}
          aria-label="拼图滑块"
          aria-valuemin={0}
          aria-valuemax={measures.dragLimit}
          aria-valuenow={Math.round(offset)}
          aria-valuetext={`已移动${Math.round(offset)}像素，共${measures.dragLimit}像素`}
          aria-disabled={isStill}
          aria-describedby={`${id}-said`}
          onKeyDown={onKey}
          onFocus={(event) => setByKeys(event.currentTarget.matches(":focus-visible"))}
          onBlur={() => setByKeys(false)}
          {...pointer}
        >
          {view === "checking" ? (
            <Spinner sizePx={18} />
          ) : (
            <Icon name={handleIcons[view] ?? "onwards"} sizePx={20} />
          )}
        </div>
      </div>
      <div className={css.below}>
        <p id={`${id}-said`} className={css.said} role="status">
          {state.notice && <Icon name="danger" sizePx={15} />}
          {state.notice}
          {view === "passed" && <span className="only-read-aloud">{barWords.passed}</span>}
          {!state.notice && !isStill && isByKeys && (
            <span className={css.keys}>方向键移动，Enter 确认，Home 复位</span>
          )}
        </p>
        <button type="button" className={css.refresh} disabled={!mayRefresh(state)} onClick={refresh}>
          <Icon name="retry" sizePx={15} />
          换一张
        </button>
      </div>
    </div>
  )
}

interface PointerHandlers {
  readonly onPointerDown: (event: PointerEvent) => void
  readonly onPointerMove: (event: PointerEvent) => void
  readonly onPointerUp: (event: PointerEvent) => void
  readonly onPointerCancel: () => void
}

/** `scale`: image pixels per pixel on screen. */
function usePointer(hand: SliderHand, scale: () => number): PointerHandlers {
  const from = useRef<{ x: number; y: number; scale: number; pointer: number } | null>(null)

  function follow(event: PointerEvent) {
    if (!from.current || event.pointerId !== from.current.pointer) return
    const { x, y, scale: per } = from.current
    hand.move((event.clientX - x) * per, (event.clientY - y) * per, event.timeStamp)
  }

  return {
    onPointerDown(event) {
      if (event.button !== 0 || from.current) return
      // During the drag the page must not be selected or scrolled.
      event.currentTarget.setPointerCapture(event.pointerId)
      from.current = { x: event.clientX, y: event.clientY, scale: scale(), pointer: event.pointerId }
      hand.grab(event.pointerType === "mouse" ? "mouse" : "touch", event.timeStamp)
    },
    onPointerMove: follow,
    onPointerUp(event) {
      if (!from.current || event.pointerId !== from.current.pointer) return
      follow(event)
      from.current = null
      hand.release()
    },
    onPointerCancel() {
      from.current = null
      hand.reset()
    },
  }
}

interface PictureProps extends PointerHandlers {
  readonly picture: SliderPicture
  readonly left: string
  readonly top: string
  readonly size: string
}

function Picture({ picture, left, top, size, ...pointer }: PictureProps) {
  return (
    <>
      <img
        className={css.big}
        src={`data:image/jpeg;base64,${picture.bigImage}`}
        alt="带缺口的图片"
        draggable={false}
      />
      <img
        className={css.block}
        style={{ left, top, width: size }}
        src={`data:image/png;base64,${picture.smallImage}`}
        alt=""
        draggable={false}
        {...pointer}
      />
    </>
  )
}
