import { useEffect, useState } from "react"
import { loadChunk } from "../../../platform/http/load-chunk.ts"

/** Where in a name the words were found, by the pinyin of its characters: the places, or null. */
type Readings = (name: string, words: string) => readonly number[] | null

let loading: Promise<Readings> | undefined

async function load(): Promise<Readings> {
  const { match } = await loadChunk(() => import("pinyin-pro"))
  return (name, words) => match(name, words, { continuous: true, insensitive: true })
}

/** The dictionary of readings is heavy: it comes with the first search in Latin letters, and nothing waits for it. */
export function useReadings(words: string): Readings | null {
  const [readings, setReadings] = useState<Readings | null>(null)
  const isNeeded = readings === null && /[a-z]/i.test(words)
  useEffect(() => {
    if (!isNeeded) return
    let isThere = true
    loading ??= load()
    async function learn(source: Promise<Readings>) {
      try {
        const loaded = await source
        if (isThere) setReadings(() => loaded)
      } catch (error) {
        // A failed download must not spoil the next try; without it a hit is found but not marked.
        loading = undefined
        console.error("The readings of characters could not be loaded", error)
      }
    }
    void learn(loading)
    return () => {
      isThere = false
    }
  }, [isNeeded])
  return readings
}

export interface Hit {
  readonly from: number
  readonly to: number
}

/** The part of a text that the words fit, by letter or by reading; null: they fit something else. */
export function hitIn(text: string, words: string, readings: Readings | null = null): Hit | null {
  const wanted = words.trim().toLowerCase()
  if (wanted === "") return null
  const at = text.toLowerCase().indexOf(wanted)
  if (at >= 0) return { from: at, to: at + wanted.length }
  const places = readings?.(text, wanted.replaceAll(/[\s']/g, "")) ?? []
  const [first] = places
  const last = places.at(-1)
  return first === undefined || last === undefined ? null : { from: first, to: last + 1 }
}
