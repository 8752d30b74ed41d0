import type { Id } from "@uc/contract/core/wire"
import type { FastifyInstance } from "fastify"
import { runQueue, type RunningQueue } from "../../../db/run-queue.ts"
import type { Services } from "../../../http/services.ts"
import { makeDeliveries } from "./make-deliveries.ts"
import { takeDeliveries, tellChange, type TakenDelivery } from "./tell-changes.ts"

/**
 * SSO-5: tells applications of changes while the process listens. Each application is busy for itself: one that hangs holds up no other, and
 * gets nothing more from this process meanwhile.
 */
export function runWebhooks(app: FastifyInstance, services: Services): void {
  const { database, warn } = services
  const busy = new Map<Id, Promise<void>>()
  let queue: RunningQueue | null = null

  async function deliver(): Promise<boolean> {
    const mayBeMore = await makeDeliveries(database)
    const taken = await takeDeliveries(database.systemDb, [...busy.keys()])
    for (const [applicationId, deliveries] of byApplication(taken)) {
      const work = tellAll(deliveries).finally(() => {
        busy.delete(applicationId)
        queue?.nudge()
      })
      busy.set(applicationId, work)
    }
    return mayBeMore
  }

  async function tellAll(deliveries: readonly TakenDelivery[]): Promise<void> {
    const told = await Promise.allSettled(deliveries.map((due) => tellChange(due, services)))
    for (const each of told)
      // Its lease ends, and it is tried again.
      if (each.status === "rejected") warn("A change could not be told to an application", each.reason)
  }

  app.addHook("onListen", () => {
    queue = runQueue({
      deliver,
      onFailure: (error) => warn("Applications could not be told of changes", error),
    })
  })
  app.addHook("preClose", async () => {
    const running = queue
    queue = null
    await running?.stop()
    await Promise.all(busy.values())
  })
}

function byApplication(taken: readonly TakenDelivery[]): Map<Id, TakenDelivery[]> {
  const groups = new Map<Id, TakenDelivery[]>()
  for (const due of taken) groups.set(due.applicationId, [...(groups.get(due.applicationId) ?? []), due])
  return groups
}
