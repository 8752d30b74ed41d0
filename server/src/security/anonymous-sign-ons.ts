import { addressKey } from "./address-key.ts"
import { TokenBuckets } from "./token-buckets.ts"

interface Pace {
  readonly perSecond: number
  readonly savedS: number
}

export interface AnonymousSignOnLimits {
  readonly address: Pace
  readonly all: Pace
}

/** FAULT-10: takes one for this address. Gives 0, or after how many seconds another one may begin. */
export type TakeAnonymousSignOn = (ip: string) => number

/** In memory: it bounds what is written, so it must not write itself. Several processes allow several times as much. */
export function anonymousSignOns(
  { address, all }: AnonymousSignOnLimits,
  nowMs: () => number,
): TakeAnonymousSignOn {
  const [ofAddresses, ofAll] = [new TokenBuckets(address, nowMs), new TokenBuckets(all, nowMs)]
  return (ip) => ofAddresses.take(addressKey(ip)) || ofAll.take("all")
}
