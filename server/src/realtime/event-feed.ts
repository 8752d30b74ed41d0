import type { NewsTopic } from "@uc/contract/core/events"
import type { Listening } from "../db/listen.ts"
import type { Database } from "../db/open.ts"
import { reaches, type Scope } from "../db/scope.ts"
import { endedFrom, newsChannel, newsFrom, type Hearers } from "./publish-event.ts"

interface Hearer {
  /** Before this moment something may have been missed. */
  onBegin(): void
  onNews(topic: NewsTopic, hearers: Hearers): void
  onEnded(sessionId: string): void
}

/** What this process hears of the news that any process tells. */
export interface NewsFeed {
  /** Listens from now on. A process that nobody asks takes no connection. */
  listen(): void
  hear(hearer: Hearer): void
  /** Where the news stand now; null: nothing is heard at the moment, so nobody can say later what came since. */
  place(): number | null
  /** Has something of this topic come in since that may concern somebody with this scope? */
  hasNews(since: number, topic: NewsTopic, scope: Scope): boolean
  stop(): Promise<void>
}

/** Older than the last so many: everything counts as new. */
const keptAtMost = 1000

export function newsFeed(database: Database): NewsFeed {
  const hearers: Hearer[] = []
  let listening: Listening | null = null
  let isStopped = false
  let isHearing = false
  let count = 0
  let kept: { topic: NewsTopic; hearers: Hearers }[] = []

  const forget = () => {
    // Whoever stood before this has missed something.
    count += 1
    kept = []
  }

  return {
    listen() {
      if (isStopped) return
      listening ??= database.listen(newsChannel, {
        onBegin() {
          isHearing = true
          forget()
          for (const hearer of hearers) hearer.onBegin()
        },
        onLost() {
          isHearing = false
          forget()
        },
        onHeard(payload) {
          const ended = endedFrom(payload)
          if (ended !== null) for (const hearer of hearers) hearer.onEnded(ended)
          const news = newsFrom(payload)
          if (!news) return
          if (kept.length >= keptAtMost) forget()
          count += 1
          kept.push(news)
          for (const hearer of hearers) hearer.onNews(news.topic, news.hearers)
        },
      })
    },
    hear: (hearer) => void hearers.push(hearer),
    place: () => (isHearing ? count : null),
    hasNews(since, topic, scope) {
      const missed = count - since
      if (missed === 0) return false
      if (missed > kept.length) return true
      return kept.slice(-missed).some((news) => news.topic === topic && mayConcern(scope, news.hearers))
    },
    async stop() {
      isStopped = true
      await listening?.stop()
    },
  }
}

function mayConcern(scope: Scope, hearers: Hearers): boolean {
  if ("org" in hearers) return reaches(scope, hearers.org)
  return !("area" in hearers) || scope.reach === "all" || scope.areaPath.startsWith(hearers.area)
}
