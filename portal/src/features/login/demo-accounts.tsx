import { demoAccounts, demoPassword } from "@uc/contract/demo-accounts"
import type { Filled } from "./login-form.tsx"
import css from "./login.module.css"

/** Only where demo mode is on; a press fills the form in, signing in stays the person's own step. */
export function DemoAccounts({ onPick }: { readonly onPick: (filled: Filled) => void }) {
  return (
    <section className={css.demo} aria-labelledby="demo-accounts">
      <h2 id="demo-accounts">演示账号，点击填入</h2>
      <ul>
        {demoAccounts.map(({ account, who, organisation }) => (
          <li key={account}>
            <button
              type="button"
              onClick={() => onPick({ account, password: demoPassword })}
              title={organisation}
            >
              {who}
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
