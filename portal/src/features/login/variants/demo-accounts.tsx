import { demoAccounts, demoPassword } from "@uc/contract/demo/accounts"
import { Button } from "../../../ui/forms/button.tsx"
import type { DemoAccount } from "./variants.ts"
import type { Filled } from "../steps/password-form.tsx"
import css from "../steps/panel.module.css"

interface DemoAccountsProps {
  readonly offered: readonly DemoAccount[]
  readonly onPick: (filled: Filled) => void
}

/** In demo mode only; a press fills in the form, and the person signs in. */
export function DemoAccounts({ offered, onPick }: DemoAccountsProps) {
  return (
    <section className={css.demo} aria-labelledby="demo-accounts">
      <h2 id="demo-accounts">演示账号，点击填入</h2>
      <ul>
        {demoAccounts
          .filter(({ account }) => offered.includes(account))
          .map(({ account, who, organisation }) => (
            <li key={account}>
              <Button onClick={() => onPick({ account, password: demoPassword })} title={organisation}>
                {who}
              </Button>
            </li>
          ))}
      </ul>
    </section>
  )
}
