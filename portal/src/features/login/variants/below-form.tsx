import type { LoginVariant } from "@uc/contract/login/login-variants"
import { useLocation } from "react-router"
import { useSiteConfig } from "../../../platform/browser/use-site-config.ts"
import type { Filled } from "../steps/password-form.tsx"
import { AskingApplication } from "./asking-application.tsx"
import { DemoAccounts } from "./demo-accounts.tsx"
import { Entrances } from "./entrances.tsx"
import { OtherSources } from "./other-sources.tsx"
import { variants } from "./variants.ts"

interface BelowFormProps {
  readonly variant: LoginVariant
  /** Nobody can sign in by this form. */
  readonly isClosed: boolean
  readonly hasPassword: boolean
  readonly onPick: (filled: Filled) => void
}

/** LOGIN-8: what the account box does not wait for. */
export function Part({ variant, isClosed, hasPassword, onPick }: BelowFormProps) {
  const { isDemo } = useSiteConfig()
  const { search } = useLocation()
  return (
    <>
      {!isClosed && <AskingApplication search={search} />}
      {!isClosed && variant !== "adminLogin" && <OtherSources search={search} />}
      {isDemo && !isClosed && hasPassword && (
        <DemoAccounts offered={variants[variant].demoAccounts} onPick={onPick} />
      )}
      <Entrances variant={variant} />
    </>
  )
}
