import type { Call } from "@uc/contract/core/call"

export interface Picture {
  readonly type: string
  readonly bytes: Buffer
}

/**
 * SPEC-3: the picture in an answer, for a client that shows the call's address in an `<img>`, which asks for pictures first.
 * Null: JSON is asked for, or the call has no picture.
 */
export function pictureIn(
  { picture, answerIn }: Call,
  body: string,
  accept: string | undefined,
): Picture | null {
  if (picture === null || !accept?.trimStart().toLowerCase().startsWith("image/")) return null
  const answer = JSON.parse(body) as Readonly<Record<string, Readonly<Record<string, string>>>>
  const [, type, base64] = /^data:([^;,]+);base64,(.+)$/.exec(answer[answerIn]?.[picture] ?? "") ?? []
  return type !== undefined && base64 !== undefined ? { type, bytes: Buffer.from(base64, "base64") } : null
}
