// The list of alarms counts down to the same moment as the monitor's card.
export { EscalationCountdown } from "./escalation-countdown.tsx"
