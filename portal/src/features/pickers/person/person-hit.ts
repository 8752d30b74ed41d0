import { useEffect, useState } from "react"
import { loadChunk } from "../../../platform/http/load-chunk.ts"

/** Where the text matches a name, by the pinyin of its characters: the positions, or null. */
type Readings = (name: string, words: string) => readonly number[] | null

let loading: Promise<Readings> | undefined

async function load(): Promise<Readings> {
  const { match } = await loadChunk(() => import("pinyin-pro"))
  return (name, words) => match(name, words, { continuous: true, insensitive: true })
}

/** The dictionary of readings is heavy: it is loaded with the first search in Latin letters, without waiting for it. */
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
        // After a failed load the next search tries again; meanwhile matches are not marked.
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

/** The part of a name that matches, by character or by reading; null: something else matched. */
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
