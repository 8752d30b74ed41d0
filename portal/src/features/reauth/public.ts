// Signing in by QR code shows the same code in the same states.
export { looksOf } from "./shown-code.ts"
export { useShownCode } from "./use-shown-code.ts"
