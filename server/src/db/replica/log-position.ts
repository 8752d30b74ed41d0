/** A position in PostgreSQL's log, as it is written: two hexadecimal numbers with a slash. */
export type LogPosition = string

const form = /^[0-9A-F]{1,8}\/[0-9A-F]{1,8}$/

export function isLogPosition(text: string): text is LogPosition {
  return form.test(text)
}

function numberOf(position: LogPosition): bigint {
  const [high = "0", low = "0"] = position.split("/")
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`)
}

export function laterOf(one: LogPosition, other: LogPosition | null): LogPosition {
  return other !== null && numberOf(other) > numberOf(one) ? other : one
}
