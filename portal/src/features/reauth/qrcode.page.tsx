import { ticketParameter } from "@uc/contract/qrcodes/calls"
import { useState } from "react"
import { useNavigate, useSearchParams } from "react-router"
import { QrcodeFrame } from "./qrcode-frame.tsx"
import { QrcodePhone } from "./qrcode-phone.tsx"
import { QrcodeScreen } from "./qrcode-screen.tsx"

/** AUTH-9: with a ticket it is the phone that answers, without one the screen that asks. */
export function Component() {
  const [parameters] = useSearchParams()
  const navigate = useNavigate()
  const mid = parameters.get("mid")
  const inAddress = parameters.get(ticketParameter)
  // Kept while its end is shown: by then it has left the address.
  const [ticket, setTicket] = useState(inAddress)
  if (inAddress !== null && inAddress !== ticket) setTicket(inAddress)
  return (
    <QrcodeFrame>
      {ticket === null ? (
        <QrcodeScreen key={mid} mid={mid} />
      ) : (
        <QrcodePhone
          key={ticket}
          ticket={ticket}
          onOver={() => void navigate("/getQrcode", { replace: true })}
        />
      )}
    </QrcodeFrame>
  )
}
