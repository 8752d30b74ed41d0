import { useState } from "react"

/** Pages of a list that is walked by key: each page is known by the place that it follows. `question`: begins anew where it changes. */
export function useKeyPages(question: string) {
  const [walked, setWalked] = useState<{ readonly question: string; readonly places: readonly string[] }>({
    question,
    places: [],
  })
  const places = walked.question === question ? walked.places : []
  return {
    page: places.length,
    /** Undefined: the first page. */
    after: places.at(-1),
    onPage: (page: number, next: string | null): void => {
      if (page < places.length) setWalked({ question, places: places.slice(0, page) })
      else if (page > places.length && next !== null) setWalked({ question, places: [...places, next] })
    },
  }
}
