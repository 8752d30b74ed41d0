import {
  consequencesOfAgreeing,
  transferConsequences,
  type TransferKind,
} from "@uc/contract/people/transfer-calls"
import { Stack } from "../../../ui/primitives/stack.tsx"

interface ConsequencesProps {
  readonly kind: TransferKind
  /** They are told to the side that has the last word. */
  readonly isAgreeing?: boolean
}

/** What becomes of the person, told before anything is confirmed. */
export function Consequences({ kind, isAgreeing = false }: ConsequencesProps) {
  const all = isAgreeing ? consequencesOfAgreeing(kind) : transferConsequences[kind]
  return (
    <Stack as="ul" gap={4} padX={12} padY={10} surface="outline" tone="soft" aria-label="影响说明">
      {all.map((words) => (
        <li key={words}>{words}</li>
      ))}
    </Stack>
  )
}
