import { openQrReader } from "./qr-reader.ts"

export type PhotoProblem = "noCodeInPhoto" | "notAPhoto" | "noReader"

async function shown(address: string): Promise<HTMLImageElement | null> {
  const image = new Image()
  image.src = address
  try {
    await image.decode()
    return image
  } catch {
    return null
  }
}

/** What the codes of a photo say; or why nothing could be read. */
export async function readPhoto(file: File): Promise<readonly string[] | PhotoProblem> {
  const opening = openQrReader().catch(() => null)
  const address = URL.createObjectURL(file)
  try {
    const image = await shown(address)
    if (!image) return "notAPhoto"
    const read = await opening
    if (!read) return "noReader"
    const codes = await read(image).catch(() => [])
    return codes.length === 0 ? "noCodeInPhoto" : codes
  } finally {
    URL.revokeObjectURL(address)
  }
}
