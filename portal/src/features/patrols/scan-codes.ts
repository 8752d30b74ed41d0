/** What stands against reading codes with the camera. */
export type ScanObstacle = "noDetector" | "notSecure" | "refused" | "noCamera"

interface Detector {
  detect(source: HTMLVideoElement): Promise<readonly { readonly rawValue: string }[]>
}

/** The browser's own reader. Chromium has it on phones and Macs; elsewhere it is missing, or there and reads nothing. */
interface DetectorClass {
  new (options: { readonly formats: readonly string[] }): Detector
  getSupportedFormats(): Promise<readonly string[]>
}

const everyMs = 200

async function detectorClass(): Promise<DetectorClass | null> {
  const Found = (globalThis as { readonly BarcodeDetector?: DetectorClass }).BarcodeDetector
  if (!Found) return null
  const formats = await Found.getSupportedFormats().catch((): readonly string[] => [])
  return formats.includes("qr_code") ? Found : null
}

function isRefused(error: unknown): boolean {
  return error instanceof DOMException && ["NotAllowedError", "SecurityError"].includes(error.name)
}

/** Waits, unless it is over. */
function pause(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(done, everyMs)
    function done() {
      clearTimeout(timer)
      signal.removeEventListener("abort", done)
      resolve()
    }
    signal.addEventListener("abort", done)
  })
}

interface Scan {
  readonly video: HTMLVideoElement
  /** The camera's until then; whoever forgets it leaves it on. */
  readonly signal: AbortSignal
  readonly onSeeing: () => void
  /** Every code that is read, also the same again. */
  readonly onRead: (text: string) => void
}

/** Shows what the camera sees and tells which codes are in it, until the signal ends it. */
export async function scanCodes({ video, signal, onSeeing, onRead }: Scan): Promise<ScanObstacle | null> {
  const Found = await detectorClass()
  if (!Found) return "noDetector"
  // A page without https is shown no devices at all, whatever the types say.
  const devices = navigator.mediaDevices as MediaDevices | undefined
  if (!window.isSecureContext || !devices) return "notSecure"
  let stream: MediaStream | null = null
  try {
    stream = await devices.getUserMedia({ audio: false, video: { facingMode: "environment" } })
    if (signal.aborted) return null
    video.srcObject = stream
    await video.play()
    onSeeing()
    const detector = new Found({ formats: ["qr_code"] })
    while (!signal.aborted) {
      // A frame that can't be read is followed by the next one.
      const codes = await detector.detect(video).catch(() => [])
      for (const { rawValue } of codes) if (!signal.aborted) onRead(rawValue)
      await pause(signal)
    }
    return null
  } catch (error) {
    if (signal.aborted) return null
    return isRefused(error) ? "refused" : "noCamera"
  } finally {
    for (const track of stream?.getTracks() ?? []) track.stop()
    // Whoever has begun anew meanwhile shows another.
    if (stream !== null && video.srcObject === stream) video.srcObject = null
  }
}
