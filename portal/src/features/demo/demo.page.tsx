import { useId, useState } from "react"
import { useLocation } from "react-router"
import { useUser } from "../../platform/session/session.ts"
import { Select } from "../../ui/forms/controls/select.tsx"
import { Card } from "../../ui/layout/card.tsx"
import { classes } from "../../ui/theme/classes.ts"
import { Icon } from "../../ui/navigation/icon.tsx"
import { DemoMessages } from "./demo-messages.tsx"
import { HelperDemo } from "./helper-demo.tsx"
import { helpers, type Helper } from "./helper-catalogue.ts"
import { SliderDemo } from "./slider-demo.tsx"
import css from "./demo.module.css"

const groups = [...new Set(helpers.map(({ group }) => group))]

/** HOME-7: in the shell as `/main/demo`, by itself as `/demo1`. */
export function Component() {
  const { pathname } = useLocation()
  const user = useUser()
  // Without the shell around it, it is itself the main part of the document.
  const isBare = user === null || pathname === "/demo1"
  const Frame = isBare ? "main" : "div"
  return (
    <Frame className={classes(css.page, isBare && css.bare)}>
      <header className={css.top}>
        <h1>功能演示</h1>
        <p>门户提供给各应用的能力：填写参数，运行，看调用代码和返回结果。</p>
      </header>
      <Catalogue isSignedIn={user !== null} />
      <div className={css.columns}>
        <DemoMessages />
        <SliderDemo />
      </div>
    </Frame>
  )
}

function Catalogue({ isSignedIn }: { readonly isSignedIn: boolean }) {
  const [current, setCurrent] = useState<Helper | undefined>(helpers[0])
  return (
    <Card title="选择器、抽屉与其他能力" icon="apps">
      <div className={css.sides}>
        <nav className={css.list} aria-label="能力目录">
          {groups.map((group) => (
            <div key={group}>
              <h3>{group}</h3>
              <ul>
                {helpers
                  .filter((helper) => helper.group === group)
                  .map((helper) => (
                    <li key={helper.id}>
                      <button
                        type="button"
                        className={classes(css.entry, helper === current && css.here)}
                        aria-current={helper === current}
                        onClick={() => setCurrent(helper)}
                      >
                        <Icon name={helper.icon} />
                        {helper.title}
                      </button>
                    </li>
                  ))}
              </ul>
            </div>
          ))}
        </nav>
        <Choice current={current} onChange={setCurrent} />
        {current && <HelperDemo key={current.id} helper={current} isSignedIn={isSignedIn} />}
      </div>
    </Card>
  )
}

interface ChoiceProps {
  readonly current: Helper | undefined
  readonly onChange: (helper: Helper | undefined) => void
}

/** The list of a phone. */
function Choice({ current, onChange }: ChoiceProps) {
  const id = useId()
  return (
    <div className={css.choice}>
      <label htmlFor={id}>能力</label>
      <Select
        id={id}
        value={current?.id ?? ""}
        choices={groups.flatMap((group) =>
          helpers
            .filter((helper) => helper.group === group)
            .map((helper) => [helper.id, helper.title, group] as const),
        )}
        onChange={(chosen) => onChange(helpers.find((helper) => helper.id === chosen))}
      />
    </div>
  )
}
