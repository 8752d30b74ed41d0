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

/** A webhook that sends text messages. */
export function gatewayAt(url: string, secret: string, clock: Partial<Clock> = {}): SmsGateway {
  const post = signedPost(url, secret, clock)
  return ({ id, phone, text }) => post(id, JSON.stringify({ id, phone, text }))
}

/** DAY-11: a webhook that passes reminders on, to a group chat for example; the text is its JSON. */
export function webhookAt(url: string, secret: string, clock: Partial<Clock> = {}): SmsGateway {
  const post = signedPost(url, secret, clock)
  return ({ id, text }) => post(id, text)
}

/**
 * A JSON POST, signed as hex HMAC-SHA256 over `<timestamp>.<body>`. The addresses are the operator's (decision 080): this server
 * calls no others, and redirects are not followed.
 */
function signedPost(url: string, secret: string, clock: Partial<Clock>) {
  const { nowMs, timeoutMs } = { ...realClock, ...clock }
  return async (id: string, body: string): Promise<void> => {
    const timestamp = String(Math.floor(nowMs() / 1000))
    const answer = await fetch(url, {
      method: "POST",
      headers: {
        "content-type": "application/json; charset=utf-8",
        "idempotency-key": id,
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
