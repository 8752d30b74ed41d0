import { transferConsequences, type TransferKind } from "@uc/contract/people/transfer-calls"
import { Stack } from "../../../ui/primitives/stack.tsx"

/** What becomes of the person, told before anything is confirmed. */
export function Consequences({ kind }: { readonly kind: TransferKind }) {
  return (
    <Stack as="ul" gap={4} padX={12} padY={10} surface="outline" tone="soft" aria-label="会发生什么">
      {transferConsequences[kind].map((words) => (
        <li key={words}>{words}</li>
      ))}
    </Stack>
  )
}
