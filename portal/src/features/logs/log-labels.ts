import { resultLabel, signInResultLabels } from "@uc/contract/logs/log-labels"
import type { SignInResult } from "@uc/contract/logs/calls"
import type { IconName } from "../../ui/navigation/icon.tsx"
import type { TagTone } from "../../ui/marks/tag.tsx"

interface Look {
  readonly tone: TagTone
  readonly icon: IconName
}
type Words = Look & { readonly words: string }

const signInLooks: Readonly<Record<SignInResult, Look>> = {
  "signed-in": { tone: "done", icon: "done" },
  refused: { tone: "danger", icon: "danger" },
  locked: { tone: "danger", icon: "lock" },
  "second-factor": { tone: "caution", icon: "phone" },
  "signed-out": { tone: "plain", icon: "exit" },
}

export function signInInWords(result: SignInResult): Words {
  return { words: signInResultLabels[result], ...signInLooks[result] }
}

const outcomeLooks: Readonly<Record<string, Look>> = {
  done: { tone: "done", icon: "done" },
  refused: { tone: "caution", icon: "caution" },
}

export function outcomeInWords(result: string): Words {
  const known = Object.hasOwn(outcomeLooks, result) ? outcomeLooks[result] : undefined
  return { words: resultLabel(result), ...(known ?? { tone: "plain", icon: "info" }) }
}
