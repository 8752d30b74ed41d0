import { ingestLimits } from "@uc/contract/alarm-sources/calls"
import { defaultSiteConfig } from "@uc/contract/core/site-defaults"
import type { FastifyInstance, RouteOptions } from "fastify"
import type { Services } from "../services.ts"
import type { CallEntry } from "./call-entry.ts"
import type { Feature } from "./implement-calls.ts"
import { callFor, refused } from "./input.ts"
import { runCall } from "./run-call.ts"
import { cachedSender } from "./send-cached.ts"
import { storeRawBody } from "./signature.ts"

/** One route for each address; several calls may share it, and differ in their fixed parameters. */
export function registerCalls(
  app: FastifyInstance,
  services: Services,
  features: Readonly<Record<string, Feature>>,
): void {
  const sendCached = cachedSender(services.site)
  for (const [route, entries] of entriesByRoute(services, features)) {
    const { method, path, service, signed } = entries[0].call
    const options: RouteOptions = {
      method,
      url: `${defaultSiteConfig.services[service]}${path}`,
      config: {
        callNameFor: (query) => callFor(entries, query)?.name ?? entries[0].name,
        failed: entries[0].call.failed,
        isSpecified: entries.some(({ call }) => call.specified !== null),
      },
      handler: (request, reply) => {
        const query = request.query as Record<string, unknown>
        const entry = callFor(entries, query, request.body)
        request.callName = (entry ?? entries[0]).name
        if (!entry) throw refused(`缺少${fixedNames(entries, route)}`)
        return runCall({ services, entry, request, reply, sendCached })
      },
    }
    if (signed)
      app.register((scoped, _options, done) => {
        storeRawBody(scoped)
        scoped.route({ ...options, bodyLimit: ingestLimits.bodyBytes })
        done()
      })
    else app.route(options)
  }
}

type Entries = [CallEntry, ...CallEntry[]]

function entriesByRoute(
  services: Services,
  features: Readonly<Record<string, Feature>>,
): Map<string, Entries> {
  const routes = new Map<string, Entries>()
  for (const [noun, feature] of Object.entries(features)) {
    const handlers = feature.handlers(services)
    for (const [name, call] of Object.entries(feature.calls)) {
      const entry: CallEntry = {
        name: `${noun}.${name}`,
        call,
        handle: handlers[name] as CallEntry["handle"],
        encoded: new WeakMap(),
        parsed: new Map(),
      }
      const route = `${call.method} ${call.service}${call.path}`
      const others = routes.get(route)
      if (others) others.push(entry)
      else routes.set(route, [entry])
    }
  }
  return routes
}

function fixedNames(entries: Entries, route: string): string {
  const names = entries.flatMap(({ call }) =>
    Object.entries(call.fixed).map(([name, value]) => `${name}=${value}`),
  )
  return names.join("、") || route
}
