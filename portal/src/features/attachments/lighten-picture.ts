import { attachmentLimits } from "@uc/contract/attachments/calls"

/** Larger photographs are scaled before the upload: the server would do it anyway, and the connection is the slowest part. */
const heavyBytes = 1_500_000

export async function lightened(file: File): Promise<Blob> {
  if (file.size < heavyBytes || !isPainted(file)) return file
  const light = await repainted(file, attachmentLimits.side, "image/jpeg")
  return light && light.size < file.size ? light : file
}

/**
 * DAY-8: a picture for a text, at most so large, painted again: nothing of its metadata leaves the computer. What the browser
 * can't paint is sent as it is; the server has the sentence, or paints it itself.
 */
export async function forText(file: File, side: number): Promise<File> {
  if (!isPainted(file)) return file
  const isPhotograph = file.type === "image/jpeg"
  const sharp = isPhotograph ? null : await repainted(file, side, "image/png")
  const painted =
    sharp && sharp.size < heavyBytes ? sharp : ((await repainted(file, side, "image/jpeg")) ?? sharp)
  return painted ? new File([painted], file.name, { type: painted.type }) : file
}

function isPainted({ type }: File): boolean {
  return /^image\/(jpeg|png|webp)$/.test(type)
}

/** Null: the browser can't read it. */
async function repainted(file: File, side: number, type: "image/jpeg" | "image/png"): Promise<Blob | null> {
  try {
    const picture = await createImageBitmap(file, { imageOrientation: "from-image" })
    const scale = Math.min(1, side / Math.max(picture.width, picture.height))
    const canvas = document.createElement("canvas")
    canvas.width = Math.max(1, Math.round(picture.width * scale))
    canvas.height = Math.max(1, Math.round(picture.height * scale))
    const paint = canvas.getContext("2d")
    if (!paint) return null
    if (type === "image/jpeg") {
      // Transparent parts become white, not black.
      paint.fillStyle = "#fff"
      paint.fillRect(0, 0, canvas.width, canvas.height)
    }
    paint.drawImage(picture, 0, 0, canvas.width, canvas.height)
    picture.close()
    return await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, 0.88))
  } catch {
    return null
  }
}
