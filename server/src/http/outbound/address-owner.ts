import { usertypes } from "@uc/contract/account/calls"
import type { AddressOwner } from "./outbound.ts"
import type { SignedIn } from "../../session/signed-in.ts"

/** FAULT-10: whose address it is that this administrator types for the own organisation. */
export function addressOwner({ user }: SignedIn): AddressOwner {
  return { isOfPlatform: user.usertype === usertypes.platform }
}
