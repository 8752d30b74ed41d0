import type { Call } from "@uc/contract/core/call"

/** What a call is sent, without what its shape refuses: an address may be typed by anybody. */
export function fittingInput(
  { input: shape }: Call,
  input: Readonly<Record<string, unknown>>,
): { readonly input: Readonly<Record<string, unknown>>; readonly refused: readonly string[] } {
  const result = shape.safeParse(input)
  if (result.success) return { input, refused: [] }
  const refused = new Set(result.error.issues.map(({ path: [key] }) => String(key)))
  return {
    input: Object.fromEntries(Object.entries(input).filter(([key]) => !refused.has(key))),
    refused: [...refused].filter((key) => key in input),
  }
}
