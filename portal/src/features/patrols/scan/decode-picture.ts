import decodeQr from "qr/decode.js"

export type Picture = HTMLVideoElement | HTMLImageElement

/** The longer side that a frame is decoded at: a code that fills a tenth of it still has three points to a module. */
const frameSide = 960

/** For a photo each size is tried: a small or blurred code is often found at another size. */
const photoSides = [1200, 800, 2000, 500, 3000]

/** In degrees. A tilted or unevenly lit code is found at one of these more often than at one alone (decision 059). */
const turns = [0, 30, 60] as const

let canvas: HTMLCanvasElement | undefined
let frames = 0

interface View {
  readonly width: number
  readonly height: number
  readonly side: number
  readonly turn: number
}

function pixels(picture: Picture, { width, height, side, turn }: View): ImageData | null {
  const scale = Math.min(1, side / Math.max(width, height))
  canvas ??= document.createElement("canvas")
  canvas.width = Math.max(1, Math.round(width * scale))
  canvas.height = Math.max(1, Math.round(height * scale))
  const context = canvas.getContext("2d", { willReadFrequently: true })
  if (!context) return null
  // A transparent drawing is meant for white paper.
  context.fillStyle = "#fff"
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.translate(canvas.width / 2, canvas.height / 2)
  context.rotate((turn * Math.PI) / 180)
  context.drawImage(picture, -canvas.width / 2, -canvas.height / 2, canvas.width, canvas.height)
  return context.getImageData(0, 0, canvas.width, canvas.height)
}

function decode(picture: Picture, view: View): readonly string[] {
  const image = pixels(picture, view)
  if (!image) return []
  try {
    return [decodeQr(image)]
  } catch {
    // It has no code, or one that can't be read.
    return []
  }
}

/** BROWSER-14 (decision 059). A frame takes some 10 ms, which needs no worker. */
export function decodePicture(picture: Picture): readonly string[] {
  if (picture instanceof HTMLVideoElement) {
    const { videoWidth: width, videoHeight: height } = picture
    const turn = turns[frames++ % turns.length] ?? 0
    return width === 0 ? [] : decode(picture, { width, height, side: frameSide, turn })
  }
  // A drawing may have no size of its own.
  const [width, height] = [picture.naturalWidth || 1000, picture.naturalHeight || 1000]
  for (const side of photoSides.filter((one, at) => at === 0 || one < Math.max(width, height)))
    for (const turn of turns) {
      const found = decode(picture, { width, height, side, turn })
      if (found.length > 0) return found
    }
  return []
}
