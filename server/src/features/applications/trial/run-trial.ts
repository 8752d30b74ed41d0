import { usesSecret } from "@uc/contract/applications/admin-calls"
import { signOnMessages } from "@uc/contract/applications/calls"
import type { TrialStep } from "@uc/contract/applications/trial-calls"
import { addressOwner } from "../../../http/outbound/address-owner.ts"
import { mayUse } from "../audience.ts"
import { logoutRequest } from "../cas/tell-by-cas.ts"
import { applicationOf, consentedAt } from "../sign-on.ts"
import { askListener, askPage } from "./ask-address.ts"
import type { Trial } from "./trial.ts"
import { tryCas } from "./try-cas.ts"
import { tryOidc } from "./try-oidc.ts"

/** SSO-3: the sign-on of an application from one end to the other, step by step. Nobody but the caller's own data is in it. */
export async function runTrial(trial: Trial): Promise<TrialStep[]> {
  const [use, addresses] = await Promise.all([stateOfUse(trial), askAll(trial)])
  const isUsable = use.every(({ state }) => state !== "wrong")
  const tried = trial.entry.protocol === "cas" ? await tryCas(trial) : await tryOidc(trial)
  return [...use, ...addresses, ...(isUsable ? tried : tried.map(skipped))]
}

/** What would be sent is only sent to whoever may sign on. */
function skipped(step: TrialStep): TrialStep {
  if (step.state !== "right") return { ...step, received: null }
  return {
    ...step,
    state: "unknown",
    todo: "先解决上面标出的问题，否则不会有人能登录",
    received: null,
  }
}

const plain = (step: Omit<TrialStep, "address" | "received">): TrialStep => ({
  ...step,
  address: null,
  received: null,
})

async function stateOfUse({ services, entry, who }: Trial): Promise<TrialStep[]> {
  const { systemDb } = services.database
  const steps: TrialStep[] = [
    plain(
      entry.isDisabled
        ? { title: "应用状态", state: "wrong", seen: "应用已停用", todo: "在修改中取消停用" }
        : { title: "应用状态", state: "right", seen: "应用在用", todo: null },
    ),
  ]
  if (entry.isPublic)
    steps.push(
      plain({
        title: "应用密钥",
        state: "right",
        seen: "没有服务器的应用不使用密钥，登录时必须使用 PKCE",
        todo: null,
      }),
    )
  if (usesSecret(entry))
    steps.push(
      plain(
        entry.hasSecret
          ? { title: "应用密钥", state: "right", seen: "已生成密钥", todo: null }
          : {
              title: "应用密钥",
              state: "wrong",
              seen: "没有密钥",
              todo: "点“生成密钥”，并把密钥交给应用厂商",
            },
      ),
    )
  if (entry.waivesPkce)
    steps.push(
      plain({
        title: "授权码保护（PKCE）",
        state: "unknown",
        seen: "该应用可以不使用 PKCE 登录",
        todo: "授权码如果被截获，可能被他人用于登录。请询问厂商能否启用 PKCE，启用后在修改中取消“允许不使用 PKCE”",
      }),
    )
  if (entry.isDisabled) return steps
  if (!(await mayUse(systemDb, who.user.id, entry.clientId)))
    return [
      ...steps,
      plain({
        title: "使用范围",
        state: "wrong",
        seen: `您本人不能登录：${signOnMessages.notForYou}`,
        todo: "如果您应当能用，请在修改中调整使用范围和角色；否则请由范围内的管理员测试",
      }),
    ]
  const known = await applicationOf(systemDb, entry.clientId)
  const asks = !entry.isOwn && (!known || (await consentedAt(systemDb, who.user.id, known)) === null)
  return [
    ...steps,
    plain({
      title: "使用范围",
      state: "right",
      seen: asks ? "您本人可以登录，第一次登录时会请您同意" : "您本人可以登录，不需要再次同意",
      todo: null,
    }),
  ]
}

async function askAll({ services, entry, who }: Trial): Promise<TrialStep[]> {
  const outbound = services.outboundOf(addressOwner(who))
  const isCas = entry.protocol === "cas"
  const pages = [
    ["首页地址", entry.homeAddress] as const,
    ...entry.redirectAddresses.map((each) => [isCas ? "应用地址" : "登录回调地址", each] as const),
  ]
  const listener = entry.backchannelAddress ?? (isCas ? (entry.redirectAddresses[0] ?? null) : null)
  const body = new URLSearchParams(
    isCas ? { logoutRequest: logoutRequest("ST-TRIAL") } : { logout_token: "trial" },
  )
  return Promise.all([
    ...pages.map(([title, address]) => askPage(outbound, title, address)),
    ...(listener === null
      ? [
          Promise.resolve(
            plain({
              title: "退出通知地址",
              state: "unknown",
              seen: "没有填写",
              todo: "用户在门户退出后，应用里的登录会保留；如果应用支持，请填写退出通知地址",
            }),
          ),
        ]
      : [askListener(outbound, listener, { protocol: entry.protocol, body })]),
  ])
}
