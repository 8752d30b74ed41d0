import { readFileSync } from "node:fs"
import { expect, test } from "vitest"
import { portalBase } from "@uc/contract/core/site-defaults"
import { healthPaths } from "./http/health-paths.ts"
import { testApp } from "./testing/test-app.ts"

const network = readFileSync(new URL("../../ops/chart/templates/network.yaml", import.meta.url), "utf8")
const first = (path: string) => `/${path.split("/")[1] ?? ""}`

test("[OPS-7] the chart's ingress passes whatever the server answers on, but for health and metrics", async () => {
  const { app } = await testApp()
  const routes = [...app.printRoutes({ commonPrefix: false }).matchAll(/^[├└]── \/([^\s*]+)/gm)]
  const answered = new Set([portalBase, ...routes.map(([, path]) => `/${path}`)].map(first))
  for (const hidden of Object.values(healthPaths)) answered.delete(hidden)
  expect(answered.size).toBeGreaterThan(8)
  const [, passed = ""] = /range list ([^}]*)}}/.exec(network) ?? []
  const paths = [...passed.matchAll(/"([^"]+)"/g)].map(([, path = ""]) => path)
  expect(paths.toSorted()).toEqual([...answered].toSorted())
})
