import type { TrialStep } from "@uc/contract/applications/trial-calls"
import { errorReason } from "../../../errors/logged-error.ts"
import { loadProvider } from "../oidc/load-provider.ts"
import { personClaims } from "../oidc/person-claims.ts"
import { existingKeys } from "../oidc/signing-keys.ts"
import type { Trial } from "./trial.ts"

/** SSO-3: the provider reads the entry as in a sign-on; then what it would tell of the caller. No code is made. */
export async function tryOidc(trial: Trial): Promise<TrialStep[]> {
  const { services, entry, who } = trial
  const problem = entry.isDisabled ? null : await problemOfEntry(trial)
  const accepted: TrialStep = {
    title: "登记内容",
    address: null,
    state: problem === null ? "right" : "wrong",
    seen: problem === null ? "登录服务接受该应用的登记内容" : `登录服务不接受该应用的登记内容：${problem}`,
    todo: problem === null ? null : "请核对公钥和地址",
    received: null,
  }
  const claims = await personClaims(services.database.systemDb, who.user.id, entry.claims)
  return [
    accepted,
    {
      title: "应用将得到的内容",
      address: null,
      state: problem === null ? "right" : "unknown",
      seen: "以您本人的身份试算，没有生成授权码，应用没有收到任何内容",
      todo: null,
      received: JSON.stringify({ sub: who.user.id, ...claims }, null, 2),
    },
  ]
}

/** Null: the library finds nothing wrong with it. */
async function problemOfEntry({ services, entry, issuer }: Trial): Promise<string | null> {
  const { database, keyed, warn } = services
  const keys = await existingKeys(database, keyed)
  if (keys.length === 0) return "登录服务的签名密钥在首次使用时生成，请先打开一次服务地址"
  const { makeProvider } = await loadProvider({ info: warn })
  const provider = makeProvider({ services, issuer, keys })
  try {
    return (await provider.Client.find(entry.clientId)) ? null : "找不到该应用"
  } catch (error) {
    const { error_description: description } = error as { readonly error_description?: unknown }
    if (typeof description === "string") return description
    throw new Error(`An application could not be tried: ${errorReason(error)}`, { cause: error })
  }
}
