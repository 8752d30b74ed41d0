import type { EventTopic } from "@uc/contract/core/events"
import type { Scope } from "../db/scope.ts"
import type { EventFeed } from "./event-feed.ts"

/** A change without an event (a new name) is seen after this. */
const freshMs = 1000
const atMost = 5000

interface CachedAnswer<Answer> {
  readonly untilMs: number
  position: number
  /** What `answer` resolved to, for a caller that can't wait. */
  answer: Promise<Answer> | Answer
}

/**
 * Caches an answer for a second, but not beyond the next event that the scope reaches: a browser that got an event is
 * never answered with what was before it. The key holds everything that the answer depends on besides the scope.
 */
export function cacheUntilEvent<CachedRequest, Answer extends object>(
  { events, nowMs }: { readonly events: EventFeed; readonly nowMs: () => number },
  topic: EventTopic,
  load: (request: CachedRequest) => Promise<Answer>,
): (scope: Scope, key: string, request: CachedRequest) => Promise<Answer> | Answer {
  // By scope and then by key: looking up two existing strings is faster than building and hashing a third one.
  const scopes = new Map<string, Map<string, CachedAnswer<Answer>>>()
  let count = 0
  return (scope, key, request) => {
    events.listen()
    const position = events.position()
    if (position === null) return load(request)
    const name = nameOf(scope)
    const known = scopes.get(name)?.get(key)
    if (known && known.untilMs > nowMs() && !events.hasSince(known.position, topic, scope)) {
      known.position = position
      return known.answer
    }
    if (count >= atMost) {
      scopes.clear()
      count = 0
    }
    const answers = scopes.get(name) ?? new Map<string, CachedAnswer<Answer>>()
    scopes.set(name, answers)
    if (!answers.has(key)) count += 1
    const answer = load(request).then((found) => Object.freeze(found))
    const remembered: CachedAnswer<Answer> = { untilMs: nowMs() + freshMs, position, answer }
    answers.set(key, remembered)
    answer.then(
      (found) => (remembered.answer = found),
      // A failure is not cached: the next request loads again.
      () => answers.delete(key),
    )
    return answer
  }
}

const names = new WeakMap<Scope, string>()

/** All people of one area reach the same within the second for which an answer is cached; one organisation has its id. */
function nameOf(scope: Scope): string {
  const known = names.get(scope)
  if (known !== undefined) return known
  const { reach, areaPath, orgs } = scope
  const name = `${reach} ${areaPath} ${orgs.length} ${orgs[0] ?? ""}`
  names.set(scope, name)
  return name
}
