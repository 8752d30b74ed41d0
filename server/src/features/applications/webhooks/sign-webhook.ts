import { createHmac, randomBytes } from "node:crypto"
import { webhookHeaders, webhookSecretPrefix } from "@uc/contract/applications/webhooks"

/** SSO-5: 256 random bits, written as the convention has it. */
export function newWebhookSecret(): string {
  return `${webhookSecretPrefix}${randomBytes(32).toString("base64")}`
}

interface Signed {
  readonly id: string
  readonly atS: number
  readonly body: string
  /** The newest first; while two are in use the receiver accepts either. */
  readonly secrets: readonly string[]
}

/** SSO-5: the headers of Standard Webhooks: the time is signed along, so that a copy is worth nothing later. */
export function signatureHeaders({ id, atS, body, secrets }: Signed): Record<string, string> {
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(webhookSecretPrefix.length), "base64")
    return `v1,${createHmac("sha256", key).update(`${id}.${atS}.${body}`).digest("base64")}`
  })
  return {
    [webhookHeaders.id]: id,
    [webhookHeaders.timestamp]: String(atS),
    [webhookHeaders.signature]: signatures.join(" "),
  }
}
