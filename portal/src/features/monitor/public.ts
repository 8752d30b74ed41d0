// The list of alarms counts down to the same moment as the monitor's card.
export { EscalationCountdown } from "./escalation-countdown.tsx"
// Cards of those who are told of an alarm make room as the monitor's do.
export { useRoomForCards } from "./use-room-for-cards.ts"
// And one that was closed there does not come back when the monitor is switched off.
export { isCardDismissed } from "./switches.ts"
// The big screen sounds as the monitor does, and reads the same moments.
export { allowSound, ring, sampleOf, soundIsOn } from "./alarm-sound.ts"
export { momentAt, msOf } from "./poll-interval.ts"
