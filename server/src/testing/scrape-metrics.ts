import { expect } from "vitest"
import { readExposition, type ReadMetric } from "./read-exposition.ts"
import type { TestApp } from "./test-app.ts"

/** For tests: an application's `metricsToken`. */
export const metricsToken = "a-token-of-the-test"

export type Metrics = ReadonlyMap<string, ReadMetric>

export async function scraped({ app }: Pick<TestApp, "app">): Promise<Metrics> {
  const answer = await app.inject({
    url: "/metrics",
    headers: { host: "localhost", authorization: `Bearer ${metricsToken}` },
  })
  expect([answer.statusCode, answer.headers["content-type"]]).toEqual([
    200,
    "text/plain; version=0.0.4; charset=utf-8",
  ])
  return readExposition(answer.body)
}

/** The samples with these labels, added up; NaN: there are none. */
export function valueOf(
  metrics: Metrics,
  name: string,
  labels: Readonly<Record<string, string>> = {},
): number {
  const metric = metrics.get(name.replace(/_(?:bucket|sum|count)$/, "")) ?? metrics.get(name)
  const fitting = metric?.samples.filter(
    (sample) =>
      sample.name === name &&
      Object.entries(labels).every(([label, value]) => sample.labels[label] === value),
  )
  return fitting && fitting.length > 0 ? fitting.reduce((sum, { value }) => sum + value, 0) : Number.NaN
}
