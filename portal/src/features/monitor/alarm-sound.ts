import type { MonitorKind } from "@uc/contract/alarms/calls"

export interface Tone {
  readonly hertz: number
  readonly beginS: number
  readonly lengthS: number
  readonly shape: OscillatorType
  readonly volume: number
}

/** An alarm is loud: two alternating tones. A drill is soft and rises once, so that nobody takes it for an alarm. */
const samples: Readonly<Record<MonitorKind, readonly Tone[]>> = {
  warning: [0, 1, 2, 3, 4, 5].map((at) => ({
    hertz: at % 2 === 0 ? 960 : 720,
    beginS: at * 0.22,
    lengthS: 0.2,
    shape: "square",
    volume: 0.16,
  })),
  yuan: [523, 659, 784].map((hertz, at) => ({
    hertz,
    beginS: at * 0.34,
    lengthS: 0.3,
    shape: "sine",
    volume: 0.2,
  })),
}

export function sampleOf(kind: MonitorKind): readonly Tone[] {
  return samples[kind]
}

let audio: AudioContext | undefined

/** DAY-7: null: this browser has no sound. Before the first click of a page most browsers are silent. */
export function soundIsOn(): boolean | null {
  if (typeof AudioContext === "undefined") return null
  audio ??= new AudioContext()
  return audio.state === "running"
}

/** In the answer to a click. */
export function allowSound(): void {
  if (soundIsOn() === false) void audio?.resume()
}

/** The tones are generated, nothing is loaded. A browser stays silent until the page was clicked once. */
export function ring(tones: readonly Tone[]): void {
  if (typeof AudioContext === "undefined") return
  audio ??= new AudioContext()
  void audio.resume()
  for (const { hertz, beginS, lengthS, shape, volume } of tones) {
    const at = audio.currentTime + beginS
    const oscillator = audio.createOscillator()
    const gain = audio.createGain()
    oscillator.type = shape
    oscillator.frequency.value = hertz
    // Without the slopes it would click.
    gain.gain.setValueAtTime(0, at)
    gain.gain.linearRampToValueAtTime(volume, at + 0.02)
    gain.gain.setValueAtTime(volume, at + lengthS - 0.05)
    gain.gain.linearRampToValueAtTime(0, at + lengthS)
    oscillator.connect(gain).connect(audio.destination)
    oscillator.start(at)
    oscillator.stop(at + lengthS)
  }
}
