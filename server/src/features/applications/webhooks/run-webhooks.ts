import type { FastifyInstance } from "fastify"
import { runQueue, type RunningQueue } from "../../../db/run-queue.ts"
import type { Services } from "../../../http/services.ts"
import { BusyReceivers } from "../busy-receivers.ts"
import { makeDeliveries } from "./make-deliveries.ts"
import { takeDeliveries, tellChange, type TakenDelivery } from "./tell-changes.ts"

/** SSO-5: tells applications of changes while the process listens. */
export function runWebhooks(app: FastifyInstance, services: Services): void {
  const { database, warn } = services
  let queue: RunningQueue | null = null
  const busy = new BusyReceivers(() => queue?.nudge())

  async function deliver(signal: AbortSignal): Promise<boolean> {
    const mayBeMore = await makeDeliveries(database)
    const taken = await takeDeliveries(database.systemDb, busy.ids())
    busy.tellEach(taken, (due) => tell(due, signal))
    return mayBeMore
  }

  async function tell(due: TakenDelivery, signal: AbortSignal): Promise<void> {
    try {
      await tellChange(due, services, signal)
    } catch (error) {
      // Its lease ends, and it is tried again.
      warn("A change could not be told to an application", error)
    }
  }

  app.addHook("onListen", () => {
    queue = runQueue({
      deliver,
      underWay: () => busy.ended(),
      onFailure: (error) => warn("Applications could not be told of changes", error),
    })
  })
  app.addHook("preClose", async () => queue?.stop())
}
