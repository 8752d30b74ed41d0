import type { TrialStep } from "@uc/contract/applications/trial-calls"
import { errorReason } from "../../../errors/logged-error.ts"
import { loadProvider } from "../oidc/load-provider.ts"
import { personClaims } from "../oidc/person-claims.ts"
import { existingKeys } from "../oidc/signing-keys.ts"
import type { Trial } from "./trial.ts"

/** SSO-3: the provider reads the entry as in a sign-on; then what it would tell of the caller. No code is made. */
export async function tryOidc(trial: Trial): Promise<TrialStep[]> {
  const { services, entry, who } = trial
  const { database, keyed } = services
  const keys = await existingKeys(database, keyed)
  const claims = await personClaims(database.systemDb, who.user.id, entry.claims)
  const told: TrialStep = {
    title: "应用将得到的内容",
    address: null,
    state: "right",
    seen: "以您本人的身份试算，没有生成授权码，应用没有收到任何内容",
    todo: null,
    received: JSON.stringify({ sub: who.user.id, ...claims }, null, 2),
  }
  // The first request for the provider makes its keys: until then nothing is wrong, and nothing could be tried.
  if (keys.length === 0) return [unused(trial), { ...told, state: "unknown" }]
  const problem = entry.isDisabled ? null : await problemOfEntry(trial, keys)
  const accepted: TrialStep = {
    title: "登记内容",
    address: null,
    state: problem === null ? "right" : "wrong",
    seen: problem === null ? "登录服务接受该应用的登记内容" : `登录服务不接受该应用的登记内容：${problem}`,
    todo: problem === null ? null : "请核对公钥和地址",
    received: null,
  }
  return [accepted, problem === null ? told : { ...told, state: "unknown" }]
}

function unused({ issuer }: Trial): TrialStep {
  const address = `${issuer}/.well-known/openid-configuration`
  return {
    title: "登记内容",
    address,
    state: "unknown",
    seen: "尚无应用使用过登录服务，签名密钥在第一次使用时生成，因此未能核对登记内容",
    todo: "请在浏览器中打开上面的地址一次，能看到内容即可，然后再测试",
    received: null,
  }
}

/** Null: the library finds nothing wrong with it. */
async function problemOfEntry(
  { services, entry, issuer }: Trial,
  keys: Awaited<ReturnType<typeof existingKeys>>,
): Promise<string | null> {
  const { makeProvider } = await loadProvider({ info: services.warn })
  const provider = makeProvider({ services, issuer, keys })
  try {
    return (await provider.Client.find(entry.clientId)) ? null : "找不到该应用"
  } catch (error) {
    const { error_description: description } = error as { readonly error_description?: unknown }
    if (typeof description === "string") return description
    throw new Error(`An application could not be tried: ${errorReason(error)}`, { cause: error })
  }
}
