import { createPath, useLocation } from "react-router"
import { HostedPage } from "./hosted-page.tsx"

/** HOME-7: `oldpage`, `vuepage` and `mainBox` host the address in their query: `/main/oldpage?url=https://…`. */
export function QueryPage() {
  const { pathname, search } = useLocation()
  const addresses = new URLSearchParams(search).getAll("url")
  // Two addresses are refused: one of them may be there to be overlooked.
  const address = addresses.length === 1 ? (addresses[0] ?? "") : ""
  return (
    <HostedPage
      place={createPath({ pathname, search, hash: "" })}
      name={null}
      address={address}
      isFromMenu={false}
    />
  )
}
