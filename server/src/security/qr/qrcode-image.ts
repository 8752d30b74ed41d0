import { ticketParameter } from "@uc/contract/qrcodes/calls"
import { toString } from "qrcode"
import { portalAddress } from "../portal-address.ts"

/** AUTH-9: the page that a phone opens. The site's own address with the ticket after the `#`, where no server logs it. */
export function ticketAddress(
  site: { readonly staticAddress: string | null },
  origin: string,
  ticket: string,
): string {
  return `${portalAddress(site, origin)}#/getQrcode?${ticketParameter}=${ticket}`
}

/** A `data:` address, for an `<img>`. */
export async function qrcodeOf(address: string): Promise<string> {
  const drawn = await toString(address, { type: "svg", errorCorrectionLevel: "M", margin: 2 })
  return `data:image/svg+xml;base64,${Buffer.from(drawn).toString("base64")}`
}

export function qrcodeImage(
  site: { readonly staticAddress: string | null },
  origin: string,
  ticket: string,
): Promise<string> {
  return qrcodeOf(ticketAddress(site, origin, ticket))
}
