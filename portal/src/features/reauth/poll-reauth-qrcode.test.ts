import { domainMessages } from "@uc/contract/domains/calls"
import { reauthCalls, reauthMessages } from "@uc/contract/reauth/calls"
import { expect, test } from "vitest"
import { answering, Refused, serveFakes } from "../../testing/fake-answers.ts"
import { pollReauthQrcode } from "./poll-reauth-qrcode.ts"

const polled = (answer: () => boolean) => {
  serveFakes(answering(reauthCalls.pollQrcode, answer))
  return pollReauthQrcode("7:finance:transfer", new AbortController().signal)
}
const refusing = (sentence: string) => () => {
  throw new Refused(sentence)
}

test("[DISTRICT-17] only the phone's own refusal is told as one; another ends the code", async () => {
  expect(await polled(refusing(reauthMessages.refusedOnPhone))).toBe("refused")
  expect(await polled(refusing(domainMessages.noSuchOperation))).toBe("over")
})
