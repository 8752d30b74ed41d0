import { alarmSamples } from "./alarms.ts"
import { casSamples } from "./cas.ts"
import { oidcSamples } from "./oidc.ts"
import type { SampleGroup } from "./sample-group.ts"
import { ticketSamples } from "./tickets.ts"

export const samples: readonly SampleGroup[] = [oidcSamples, casSamples, ticketSamples, alarmSamples]
