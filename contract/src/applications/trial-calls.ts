import { z } from "zod"
import { call } from "../core/call.ts"
import { Id } from "../core/wire.ts"

export const trialLimits = {
  /** How long one address may take to answer. */
  waitMs: 2500,
  /** FAULT-4: of applications and of 登录来源 together, in one process. */
  underWay: { person: 2, organisation: 3, all: 20 },
  /** FAULT-4: of one application's webhook, which its queue sends. */
  webhook: { seconds: 600, atMost: 20 },
} as const

export const trialMessages = {
  underWay: "正在进行的测试过多，请等其他测试结束后再试",
} as const

/** SSO-3: what a step found. `unknown`: this server could not find out, or somebody has to look at it. */
export const trialStates = ["right", "wrong", "unknown"] as const

const TrialStep = z.object({
  title: z.string(),
  /** The address that was asked; null: none. */
  address: z.string().nullable(),
  state: z.enum(trialStates),
  /** What was seen. */
  seen: z.string(),
  /** What to do about it; null: nothing. */
  todo: z.string().nullable(),
  /** What the application would receive, as it travels. */
  received: z.string().nullable(),
})
export type TrialStep = z.infer<typeof TrialStep>

export const applicationTrialCalls = {
  /** SSO-3: walks the sign-on of an application with the caller's own account and names what is wrong. It lets nobody in. */
  run: call({
    service: "newusercenter",
    permission: "applications.manage",
    method: "POST",
    encoding: "json",
    writes: false,
    path: "/v1/application/trial",
    timeoutMs: 15_000,
    input: z.object({ id: Id }),
    output: z.object({ steps: z.array(TrialStep) }),
  }),
}
