import { loginMessages } from "@uc/contract/login/calls"
import type { OfferedAccount } from "@uc/contract/core/reply"
import { useState } from "react"
import { messageOf } from "../../../platform/http/failure.ts"
import { chooseAccount } from "../../../platform/session/sign-in.ts"
import { Button } from "../../../ui/forms/button.tsx"
import { Icon } from "../../../ui/navigation/icon.tsx"
import { Row } from "../../../ui/primitives/row.tsx"
import { Stack } from "../../../ui/primitives/stack.tsx"
import { Text } from "../../../ui/primitives/text.tsx"
import type { SecondFactor } from "./login-state.ts"
import { outcomeOf } from "./submit.ts"
import css from "./panel.module.css"

export interface ChooseAccountStepProps {
  readonly accounts: readonly OfferedAccount[]
  readonly onSignedIn: () => void
  /** The account is chosen, and something more is asked for. */
  readonly onSecondStep: (second: SecondFactor) => void
  /** `why`: the sign-in that waited is over. */
  readonly onBack: (why: string | null) => void
}

/** DISTRICT-3: the phone has several accounts, and each of these was proven. */
export function Part({ accounts, onSignedIn, onSecondStep, onBack }: ChooseAccountStepProps) {
  const [chosen, setChosen] = useState<string | null>(null)
  const [problem, setProblem] = useState<string | null>(null)

  async function choose(ticket: string) {
    if (chosen !== null) return
    setChosen(ticket)
    setProblem(null)
    try {
      await chooseAccount(ticket)
      onSignedIn()
    } catch (error) {
      setChosen(null)
      const outcome = outcomeOf(error)
      if (outcome.as === "second-factor") return onSecondStep(outcome.second)
      const why = messageOf(error)
      if (why === loginMessages.ticketOver) onBack(why)
      else setProblem(why)
    }
  }

  return (
    <>
      <Row padY={4}>
        <Button look="text" onClick={() => onBack(null)}>
          <Icon name="back" sizePx={16} />
          返回
        </Button>
      </Row>
      <h1>选择账号</h1>
      <p className={css.lead}>{loginMessages.whichAccount}</p>
      <Stack as="ul" gap={12} padY={12} aria-label="账号">
        {accounts.map(({ ticket, account, nickname, orgname }) => (
          <Stack as="li" key={ticket}>
            <Button aria-busy={chosen === ticket} onClick={() => void choose(ticket)}>
              {orgname} {nickname}（{account}）
            </Button>
          </Stack>
        ))}
      </Stack>
      {problem && (
        <Text as="p" role="alert" tone="danger">
          {problem}
        </Text>
      )}
    </>
  )
}
