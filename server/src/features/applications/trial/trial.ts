import type { ListedApplication } from "@uc/contract/applications/admin-calls"
import type { Services } from "../../../http/services.ts"
import type { SignedIn } from "../../../session/signed-in.ts"

export interface Trial {
  readonly services: Services
  readonly entry: ListedApplication
  readonly who: SignedIn
  readonly issuer: string
}
