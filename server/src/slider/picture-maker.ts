import { newSeed, type Random } from "./random.ts"
import { drawPuzzle } from "./draw-puzzle.ts"
import { encoded } from "./encode-puzzle.ts"
import { difficultyOf, type SliderLevel } from "./levels.ts"
import { drawPictureCode, type PictureCode } from "./picture-code.ts"

export interface SliderPicture {
  /** The secret, in image pixels. */
  readonly x: number
  readonly y: number
  /** Base64. */
  readonly bigImage: string
  readonly smallImage: string
}

/** Every picture is new and used once. A call that gets no picture fails: the check can't be skipped. */
export interface PictureMaker {
  make(level: number): Promise<SliderPicture>
  code(): Promise<PictureCode>
  close(): Promise<void>
}

export function newSliderPicture(random: Random, level: SliderLevel): SliderPicture {
  const puzzle = drawPuzzle(newSeed(random), random, level)
  const { big, small } = encoded(puzzle)
  return { x: puzzle.x, y: puzzle.y, bigImage: big.toString("base64"), smallImage: small.toString("base64") }
}

/** For tests and development: each request draws its own picture. */
export function inProcessMaker(random: Random): PictureMaker {
  return {
    make: async (level) => newSliderPicture(random, difficultyOf(level).level),
    code: async () => drawPictureCode(random),
    close: async () => {},
  }
}
