import { drillCalls } from "@uc/contract/drills/calls"
import type { Reply } from "@uc/contract/core/reply"
import { accountCalls } from "@uc/contract/account/calls"
import { defaultSiteConfig } from "@uc/contract/core/site-defaults"
import { taskCalls } from "@uc/contract/tasks/calls"
import type { Benchmark, Context, Measured } from "./benchmark.ts"
import { largeProduct } from "./large-product.ts"
import { asked, signedIn } from "./product.ts"
import { compared, median } from "./statistics.ts"

const people = 5000
const runs = 5
const looksPerRound = 20
const goalMs = 3000
const lookGoalMs = 50

/** WORK-1: one task for 5,000 people, and how far they are. */
export const tasks: Benchmark = {
  name: "tasks",
  goal: `a task for ${people} people is given within ${goalMs / 1000} s, bells included, and shows their progress in one query`,
  async run(context) {
    const { address } = context.isQuick ? await context.product() : await largeProduct(context)
    const { name, value } = await signedIn(address, "admin")
    return measured(context, address, `${name}=${value}`)
  },
}

async function measured(context: Context, address: string, cookie: string): Promise<Measured[]> {
  const { organisations } = await asked(address, cookie, drillCalls.participants, {})
  const gaveMs: number[] = []
  const lookedMs: number[] = []
  const besideMs: number[] = []
  let orgs = context.isQuick ? 5 : 20
  let given = { id: "", assignees: 0 }
  // The first rounds find out how many organisations have so many people, and warm up.
  for (let round = -3; round < (context.isQuick ? 1 : runs); round++) {
    const ids = organisations.slice(0, orgs).map(({ orgid }) => orgid)
    const beganMs = performance.now()
    given = await give(address, cookie, ids.join(","))
    if (round < 0) {
      if (!context.isQuick) orgs = Math.max(1, Math.round((orgs * people) / given.assignees))
      continue
    }
    gaveMs.push(performance.now() - beganMs)
    lookedMs.push(await each(() => asked(address, cookie, taskCalls.detail, { id: given.id })))
    besideMs.push(await each(() => asked(address, cookie, accountCalls.current, {})))
  }
  context.say(`given to ${given.assignees} people: ${gaveMs.map((ms) => ms.toFixed(0)).join(", ")} ms`)
  return [
    {
      name: `given to ${given.assignees} people`,
      unit: "ms",
      ...median(gaveMs),
      goal: { of: "value", limit: "at most", number: goalMs },
    },
    {
      name: "its progress",
      unit: "ms",
      ...compared(lookedMs, besideMs, "get_userinfo.action"),
      goal: { of: "value", limit: "at most", number: lookGoalMs },
    },
  ]
}

async function each(act: () => Promise<unknown>): Promise<number> {
  const beganMs = performance.now()
  for (let look = 0; look < looksPerRound; look++) await act()
  return (performance.now() - beganMs) / looksPerRound
}

async function give(
  address: string,
  cookie: string,
  organisations: string,
): Promise<{ id: string; assignees: number }> {
  const { service, path } = taskCalls.create
  const answer = await fetch(`${address}${defaultSiteConfig.services[service]}${path}`, {
    method: "POST",
    headers: { cookie, origin: address, "content-type": "application/json" },
    body: JSON.stringify({
      title: "全员安全培训",
      content: "",
      priority: 2,
      deadline: null,
      steps: [],
      repeat: null,
      organisations,
      each: 1,
    }),
  })
  if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
  return ((await answer.json()) as Reply)["data"] as { id: string; assignees: number }
}
