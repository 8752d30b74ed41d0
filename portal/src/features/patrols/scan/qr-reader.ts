import type { Picture } from "./decode-picture.ts"
import { loadChunk } from "../../../platform/http/load-chunk.ts"

/** Finds the codes in a picture; one that can't be read has none. */
export type QrReader = (picture: Picture) => Promise<readonly string[]>

interface Detector {
  detect(source: Picture): Promise<readonly { readonly rawValue: string }[]>
}

/**
 * The browser's own reader. Chromium has it on phones and Macs. Safari, Firefox and WeChat lack it; elsewhere it is there and
 * reads nothing, as on Android without Google's services.
 */
interface DetectorClass {
  new (options: { readonly formats: readonly string[] }): Detector
  getSupportedFormats(): Promise<readonly string[]>
}

async function ownDetector(): Promise<Detector | null> {
  const Found = (globalThis as { readonly BarcodeDetector?: DetectorClass }).BarcodeDetector
  if (!Found) return null
  try {
    const formats = await Found.getSupportedFormats()
    return formats.includes("qr_code") ? new Found({ formats: ["qr_code"] }) : null
  } catch {
    return null
  }
}

async function decoder(): Promise<QrReader> {
  const { decodePicture } = await loadChunk(() => import("./decode-picture.ts"))
  return (picture) => Promise.resolve(decodePicture(picture))
}

/** BROWSER-14: our decoder is loaded only where the browser has none, or where its own fails. */
export async function openQrReader(): Promise<QrReader> {
  const detector = await ownDetector()
  if (!detector) return decoder()
  let read: QrReader = async (picture) => {
    try {
      const codes = await detector.detect(picture)
      return codes.map(({ rawValue }) => rawValue)
    } catch {
      read = await decoder()
      return read(picture)
    }
  }
  return (picture) => read(picture)
}
