import { createHmac } from "node:crypto"

export interface SmsMessage {
  /** The same for every attempt, so that a gateway sends the message once. */
  readonly id: string
  readonly phone: string
  readonly text: string
}

/** Sends a message, or throws; the error never contains the message. */
export type SmsGateway = (message: SmsMessage) => Promise<void>

interface Clock {
  readonly nowMs: () => number
  readonly timeoutMs: number
}
const realClock: Clock = { nowMs: Date.now, timeoutMs: 5000 }

/**
 * A webhook: JSON POST, signed as hex HMAC-SHA256 over `<timestamp>.<body>`. It is the only address that this server ever
 * calls, and redirects are not followed.
 */
export function gatewayAt(url: string, secret: string, clock: Partial<Clock> = {}): SmsGateway {
  const { nowMs, timeoutMs } = { ...realClock, ...clock }
  return async (message) => {
    const body = JSON.stringify({ id: message.id, phone: message.phone, text: message.text })
    const timestamp = String(Math.floor(nowMs() / 1000))
    const answer = await fetch(url, {
      method: "POST",
      headers: {
        "content-type": "application/json; charset=utf-8",
        "idempotency-key": message.id,
        "x-uc-timestamp": timestamp,
        "x-uc-signature": createHmac("sha256", secret).update(`${timestamp}.${body}`).digest("hex"),
      },
      body,
      redirect: "error",
      signal: AbortSignal.timeout(timeoutMs),
    })
    await answer.body?.cancel()
    if (!answer.ok) throw new Error(`the gateway answered ${answer.status}`)
  }
}
