import { applicationCalls, providerBase } from "@uc/contract/applications/calls"
import { casBase } from "@uc/contract/applications/cas"
import { useCallback } from "react"
import { send } from "../../../platform/http/send.ts"
import { Text } from "../../../ui/primitives/text.tsx"
import { returnSearch } from "../go-back-after-sign-in.ts"
import { useLoginCall } from "../steps/use-login-call.ts"

/** SSO-3: which application sent somebody here. Nothing, and no room, for everybody else. */
export function AskingApplication({ search }: { readonly search: string }) {
  const [address = ""] = new URLSearchParams(returnSearch(search)).values()
  const isOfApplication = [providerBase, casBase].some((base) => address.startsWith(`${base}/`))
  return isOfApplication ? <Asking address={address} /> : null
}

/** The name is the server's word, never the address's. Its line is there from the start: nothing below moves when it comes. */
function Asking({ address }: { readonly address: string }) {
  const ask = useCallback(
    (signal: AbortSignal) => send(applicationCalls.asking, { address }, { signal }),
    [address],
  )
  const asked = useLoginCall(ask)
  const name = asked.at === "told" ? asked.told.name : null
  return (
    <Text as="p" padY={8} size={14} centred truncate role="status">
      {name === null ? "\u00a0" : `登录后将进入“${name}”`}
    </Text>
  )
}
