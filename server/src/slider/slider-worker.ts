import { randomInt } from "node:crypto"
import { parentPort } from "node:worker_threads"
import { newSliderPicture } from "./picture-maker.ts"
import { drawPictureCode } from "./picture-code.ts"
import type { DrawingRequest, Drawn } from "./worker-maker.ts"

/** The thread that draws, so that other requests do not wait for it. */
parentPort?.on("message", ({ id, what }: DrawingRequest) => {
  const made = what === "code" ? drawPictureCode(randomInt) : newSliderPicture(randomInt, what)
  parentPort?.postMessage({ id, made } satisfies Drawn, [])
})
