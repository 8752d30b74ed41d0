import type { NewsTopic } from "@uc/contract/push"
import type { Id } from "@uc/contract/wire"
import type { Listening } from "../db/listen.ts"
import type { Database } from "../db/open.ts"
import { reaches, type Scope } from "../db/scope.ts"
import { newsFrom } from "./push-desk.ts"

export const newsChannel = "uc_news"

interface Hearer {
  /** Before this moment something may have been missed. */
  onBegin(): void
  onNews(topic: NewsTopic, org: Id): void
}

/** What this process hears of the news that any process tells. */
export interface NewsFeed {
  /** Listens from now on. A process that nobody asks takes no connection. */
  listen(): void
  hear(hearer: Hearer): void
  /** Where the news stand now; null: nothing is heard at the moment, so nobody can say later what came since. */
  place(): number | null
  /** Has something of this topic come in since, of an organisation that this scope reaches? */
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
  let kept: { topic: NewsTopic; org: Id }[] = []

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
          const news = newsFrom(payload)
          if (!news) return
          if (kept.length >= keptAtMost) forget()
          count += 1
          kept.push(news)
          for (const hearer of hearers) hearer.onNews(news.topic, news.org)
        },
      })
    },
    hear: (hearer) => void hearers.push(hearer),
    place: () => (isHearing ? count : null),
    hasNews(since, topic, scope) {
      const missed = count - since
      if (missed === 0) return false
      if (missed > kept.length) return true
      return kept.slice(-missed).some((news) => news.topic === topic && reaches(scope, news.org))
    },
    async stop() {
      isStopped = true
      await listening?.stop()
    },
  }
}
