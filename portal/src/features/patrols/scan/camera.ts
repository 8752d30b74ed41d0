/** Why the camera can't be used. */
export type CameraObstacle = "notSecure" | "unsupported" | "refused" | "noCamera" | "busy"

const obstacles: Readonly<Record<string, CameraObstacle>> = {
  NotAllowedError: "refused",
  SecurityError: "refused",
  // Another program uses it, or the system blocks it.
  NotReadableError: "busy",
  AbortError: "busy",
}

export class CameraFailure extends Error {
  readonly obstacle: CameraObstacle

  constructor(obstacle: CameraObstacle) {
    super(`The camera can't be used: ${obstacle}`)
    this.name = "CameraFailure"
    this.obstacle = obstacle
  }
}

export interface OpenCamera {
  readonly stream: MediaStream
  /** Another one to switch to, one after the other. */
  readonly nextId: string | null
  /** Null where it has no lamp, or the browser can't switch it. */
  readonly switchTorch: ((isOn: boolean) => Promise<void>) | null
}

/** Newer than the types. */
interface TorchCapabilities extends MediaTrackCapabilities {
  readonly torch?: boolean
}

async function nextCamera(devices: MediaDevices, current: string | undefined): Promise<string | null> {
  const all = await devices.enumerateDevices().catch((): MediaDeviceInfo[] => [])
  const ids = all.filter(({ kind, deviceId }) => kind === "videoinput" && deviceId).map((one) => one.deviceId)
  if (ids.length < 2) return null
  const at = current === undefined ? -1 : ids.indexOf(current)
  return ids[(at + 1) % ids.length] ?? null
}

function torchOf(track: MediaStreamTrack | undefined): OpenCamera["switchTorch"] {
  // Firefox before 132 has no such method, whatever the types say.
  const capabilities: TorchCapabilities | undefined = (
    track as Partial<MediaStreamTrack> | undefined
  )?.getCapabilities?.call(track)
  if (!track || capabilities?.torch !== true) return null
  return (isOn) => {
    const wanted: MediaTrackConstraintSet & { readonly torch: boolean } = { torch: isOn }
    return track.applyConstraints({ advanced: [wanted] })
  }
}

/** The rear camera, unless another is named. The caller stops its tracks. */
export async function openCamera(id: string | null): Promise<OpenCamera> {
  // Without https browsers offer no devices, whatever the types say.
  if (!window.isSecureContext) throw new CameraFailure("notSecure")
  const devices = navigator.mediaDevices as MediaDevices | undefined
  if (!devices) throw new CameraFailure("unsupported")
  const which = id === null ? { facingMode: "environment" } : { deviceId: { exact: id } }
  const size = { width: { ideal: 1280 }, height: { ideal: 720 } }
  let stream: MediaStream
  try {
    stream = await devices.getUserMedia({ audio: false, video: { ...which, ...size } })
  } catch (error) {
    throw new CameraFailure(obstacles[(error as Partial<DOMException>).name ?? ""] ?? "noCamera")
  }
  const [track] = stream.getTracks()
  const nextId = await nextCamera(devices, track?.getSettings().deviceId)
  return { stream, nextId, switchTorch: torchOf(track) }
}
