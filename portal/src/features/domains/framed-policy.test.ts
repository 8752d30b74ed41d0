// @vitest-environment jsdom
import { expect, test } from "vitest"
import { restrictFrames } from "./framed-policy.ts"

const [a, b, c] = ["https://a.example", "https://b.example", "https://c.example"]

test("[DOM-7] a removal forbids open documents to frame the site, by an additional policy", () => {
  const policies = () =>
    [...document.head.querySelectorAll<HTMLMetaElement>("meta[http-equiv='Content-Security-Policy']")].map(
      ({ content }) => content,
    )
  // What the document came with may be older than the first answer.
  restrictFrames([a, b])
  restrictFrames([b, a])
  expect(policies()).toEqual([`frame-src 'self' ${a} ${b}`])
  restrictFrames([a, c])
  expect(policies().slice(1)).toEqual([`frame-src 'self' ${a} ${c}`])
  // An addition lifts nothing, so there is nothing to say.
  restrictFrames([a, b, c])
  expect(policies()).toHaveLength(2)
  restrictFrames([])
  expect(policies().slice(2)).toEqual(["frame-src 'self'"])
})
