// Alarms come in by a source and end by an action: whoever is told of them asks again. Whoever acts on one knows of it.
export { keepConfirmation, tellOfAlarms } from "./tell.ts"
