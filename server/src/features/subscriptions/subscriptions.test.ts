import { subscriptionCalls, SubscriptionTopic, subscriptionTopics } from "@uc/contract/subscriptions/calls"
import { expect, test } from "vitest"
import { testApp } from "../../testing/test-app.ts"

test("[HOME-4] every topic is listed with its label and its default", async () => {
  const app = await testApp()
  const somebody = await app.as("teacher-a1")
  const all = await somebody.send(subscriptionCalls.check, {})
  expect(all.map(({ code }) => code)).toEqual([...SubscriptionTopic.options])
  expect(all.find(({ code }) => code === "news")).toEqual({
    code: "news",
    name: subscriptionTopics.news.name,
    isSubscribed: false,
  })
  expect(await somebody.send(subscriptionCalls.check, { code: "drill" })).toEqual([
    { code: "drill", name: subscriptionTopics.drill.name, isSubscribed: true },
  ])
  expect(await somebody.send(subscriptionCalls.check, { code: "unknown" })).toEqual([])
})

test("[HOME-5] a subscription is switched on and off, for oneself alone", async () => {
  const app = await testApp()
  const [teacher, head] = [await app.as("teacher-a1"), await app.as("head-a1")]
  for (const isSubscribed of [true, false, true]) {
    await teacher.send(subscriptionCalls.save, { code: "news", isSubscribed })
    expect(await teacher.send(subscriptionCalls.check, { code: "news" })).toMatchObject([{ isSubscribed }])
  }
  expect(await head.send(subscriptionCalls.check, { code: "news" })).toMatchObject([{ isSubscribed: false }])
  const refused = await teacher.request(subscriptionCalls.save, { code: "other", isSubscribed: true })
  expect(refused.statusCode).toBe(400)
})
