import {
  subscriptionCalls,
  SubscriptionTopic,
  subscriptionTopics,
  type Subscription,
} from "@uc/contract/subscriptions/calls"
import { publishEvent } from "../../realtime/publish-event.ts"
import { implementCalls } from "../../http/calls/implement-calls.ts"
import { savedTopics, saveTopic } from "./subscriptions.store.ts"

export const subscriptionRoutes = implementCalls(subscriptionCalls, () => ({
  check: async ({ code }, { db, user: { user } }) => {
    const saved = await savedTopics(db, user)
    return SubscriptionTopic.options
      .filter((topic) => code === undefined || code === topic)
      .map((topic) => shown(topic, saved.get(topic) ?? subscriptionTopics[topic].isOnAtFirst))
  },
  save: async ({ code, isSubscribed }, { db, user: { user } }) => {
    await saveTopic(db, user, code, isSubscribed)
    // Notices leave the bell or return to it immediately, in every tab and on every device.
    await publishEvent(db, "bell", { people: [user.id] })
    return shown(code, isSubscribed)
  },
}))

function shown(code: SubscriptionTopic, isSubscribed: boolean): Subscription {
  return { code, name: subscriptionTopics[code].name, isSubscribed }
}
