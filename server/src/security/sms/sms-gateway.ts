import { createHmac } from "node:crypto"

export interface SmsMessage {
  /** The same for every attempt, so that a gateway sends the message once. */
  readonly id: string
  readonly phone: string
  readonly text: string
}

/** Sends a message, or throws; the error never contains the message. `until`: the process is being stopped. */
export type SmsGateway = (message: SmsMessage, until?: AbortSignal) => Promise<void>

interface Posted {
  readonly method: "POST"
  readonly headers: Record<string, string>
  readonly body: string
  readonly signal: AbortSignal
  readonly until: AbortSignal | undefined
}

interface GatewayParts {
  /** Makes the request and follows no redirect. */
  readonly send: (url: string, request: Posted) => Promise<Pick<Response, "ok" | "status">>
  readonly nowMs?: () => number
  readonly timeoutMs?: number
}

/** A webhook that sends text messages. */
export function gatewayAt(url: string, secret: string, parts: GatewayParts): SmsGateway {
  const post = signedPost(url, secret, parts)
  return ({ id, phone, text }, until) => post(id, JSON.stringify({ id, phone, text }), until)
}

/** DAY-11: a webhook that passes reminders on, to a group chat for example; the text is its JSON. */
export function webhookAt(url: string, secret: string, parts: GatewayParts): SmsGateway {
  const post = signedPost(url, secret, parts)
  return ({ id, text }, until) => post(id, text, until)
}

/**
 * A JSON POST, signed as hex HMAC-SHA256 over `<timestamp>.<body>`. The addresses are the operator's (decision 080): this server
 * calls no others, and redirects are not followed.
 */
function signedPost(url: string, secret: string, { send, nowMs = Date.now, timeoutMs = 5000 }: GatewayParts) {
  return async (id: string, body: string, until?: AbortSignal): Promise<void> => {
    const timestamp = String(Math.floor(nowMs() / 1000))
    const answer = await send(url, {
      method: "POST",
      headers: {
        "content-type": "application/json; charset=utf-8",
        "idempotency-key": id,
        "x-uc-timestamp": timestamp,
        "x-uc-signature": createHmac("sha256", secret).update(`${timestamp}.${body}`).digest("hex"),
      },
      body,
      signal: AbortSignal.timeout(timeoutMs),
      until,
    })
    if (!answer.ok) throw new Error(`the gateway answered ${answer.status}`)
  }
}
