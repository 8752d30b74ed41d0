import { identityCalls } from "@uc/contract/identity-sources/calls"
import {
  byOtherProblemParameter,
  byOtherProblems,
  identityBase,
  type ByOtherProblem,
} from "@uc/contract/identity-sources/problems"
import { useState } from "react"
import { send } from "../../../platform/http/send.ts"
import { Button, buttonClass } from "../../../ui/forms/button.tsx"
import { Row } from "../../../ui/primitives/row.tsx"
import { Stack } from "../../../ui/primitives/stack.tsx"
import { Text } from "../../../ui/primitives/text.tsx"
import { returnSearch } from "../go-back-after-sign-in.ts"
import { Problem } from "../steps/submit-row.tsx"
import { useLoginCall } from "../steps/use-login-call.ts"

const askOffered = (signal: AbortSignal) => send(identityCalls.offered, {}, { signal })

/** SSO-4: who else vouches for people, below the form; and why a sign-in by one of them did not go on. */
export function OtherSources({ search }: { readonly search: string }) {
  const [round, setRound] = useState(0)
  const asked = useLoginCall(askOffered, round)
  const problem = new URLSearchParams(search).get(byOtherProblemParameter)
  const words = problem !== null && isProblem(problem) ? byOtherProblems[problem] : undefined
  return (
    <Stack gap={8} {...(words !== undefined && { padY: 8 })}>
      <Problem words={words} />
      {asked.at === "failed" && (
        <Row as="p" justify="center" gap={8} size={13} tone="soft" role="alert">
          其他登录方式加载失败
          <Button look="text" onClick={() => setRound(round + 1)}>
            重试
          </Button>
        </Row>
      )}
      {asked.at === "told" && asked.told.sources.length > 0 && (
        <Stack as="nav" gap={8} padY={8} aria-label="其他登录方式">
          <Text as="p" size={13} tone="faint" centred>
            其他登录方式
          </Text>
          {asked.told.sources.map(({ key, name }) => (
            // Another server answers it: no route of this page.
            <a
              key={key}
              href={`${identityBase}/${key}${returnSearch(search)}`}
              className={buttonClass({ size: "large" })}
            >
              使用“{name}”登录
            </a>
          ))}
        </Stack>
      )}
    </Stack>
  )
}

function isProblem(word: string): word is ByOtherProblem {
  return Object.hasOwn(byOtherProblems, word)
}
