import { alarmSamples } from "./alarms.ts"
import { casSamples } from "./cas.ts"
import { oidcSamples } from "./oidc.ts"
import type { SampleGroup } from "./sample-group.ts"
import { scimSamples } from "./scim.ts"
import { ticketSamples } from "./tickets.ts"
import { webhookSamples } from "./webhooks.ts"

export const samples: readonly SampleGroup[] = [
  oidcSamples,
  casSamples,
  scimSamples,
  webhookSamples,
  ticketSamples,
  alarmSamples,
]
