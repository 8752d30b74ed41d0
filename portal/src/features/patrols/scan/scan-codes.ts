import { CameraFailure, openCamera, type CameraObstacle, type OpenCamera } from "./camera.ts"
import { openQrReader } from "./qr-reader.ts"

/** `noReader`: the decoder could not be loaded. */
export type ScanObstacle = CameraObstacle | "noReader"

const everyMs = 200

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
  /** Null: the camera on the back. */
  readonly cameraId: string | null
  /** The camera's stream until then; it must be stopped. */
  readonly signal: AbortSignal
  readonly onSeeing: (camera: OpenCamera) => void
  /** Every code that is read, also the same again. */
  readonly onRead: (text: string) => void
}

/** Shows the camera's picture and reports the codes in it, until the signal ends it. */
export async function scanCodes(scan: Scan): Promise<ScanObstacle | null> {
  const { video, cameraId, signal, onSeeing, onRead } = scan
  let camera: OpenCamera | null = null
  try {
    // Loaded while the person is asked for permission.
    const opening = openQrReader().catch(() => null)
    camera = await openCamera(cameraId)
    if (signal.aborted) return null
    video.srcObject = camera.stream
    await video.play()
    const read = await opening
    if (!read) return "noReader"
    onSeeing(camera)
    const isOver = () => camera?.stream.getTracks().some(({ readyState }) => readyState === "ended")
    while (!signal.aborted) {
      // Unplugged, or interrupted by a call: the last picture would stay for ever.
      if (isOver()) return "busy"
      // A frame that can't be read is followed by the next one.
      const codes = await read(video).catch(() => [])
      for (const text of codes) if (!signal.aborted) onRead(text)
      await pause(signal)
    }
    return null
  } catch (error) {
    if (signal.aborted) return null
    return error instanceof CameraFailure ? error.obstacle : "noCamera"
  } finally {
    for (const track of camera?.stream.getTracks() ?? []) track.stop()
    // It was started again meanwhile.
    if (camera !== null && video.srcObject === camera.stream) video.srcObject = null
  }
}
