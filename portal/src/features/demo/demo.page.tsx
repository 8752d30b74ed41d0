import { useState } from "react"
import { useLocation } from "react-router"
import { useUser } from "../../platform/session/session.ts"
import { Button } from "../../ui/forms/button.tsx"
import { ChoiceField } from "../../ui/forms/form-fields.tsx"
import { Card } from "../../ui/layout/card.tsx"
import { classes } from "../../ui/theme/classes.ts"
import { Icon } from "../../ui/navigation/icon.tsx"
import { Grid } from "../../ui/primitives/grid.tsx"
import { Split } from "../../ui/primitives/split.tsx"
import { Stack } from "../../ui/primitives/stack.tsx"
import { Text } from "../../ui/primitives/text.tsx"
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
  // Without the shell it is the document's main element.
  const isBare = user === null || pathname === "/demo1"
  const Frame = isBare ? "main" : "div"
  return (
    <Stack as={Frame} gap={16} className={isBare ? css.bare : undefined}>
      <header>
        <Text as="h1" size={20}>
          功能演示
        </Text>
        <Text as="p" tone="soft">
          门户提供给各应用的能力：填写参数，运行，看调用代码和返回结果。
        </Text>
      </header>
      <Catalogue isSignedIn={user !== null} />
      <Grid columns={2} gap={16} align="start" className={css.columns}>
        <DemoMessages />
        <SliderDemo />
      </Grid>
    </Stack>
  )
}

function Catalogue({ isSignedIn }: { readonly isSignedIn: boolean }) {
  const [current, setCurrent] = useState<Helper | undefined>(helpers[0])
  return (
    <Card title="选择器、抽屉与其他能力" icon="apps">
      <Split sidePx={196} gap={24} padY={12}>
        <nav className={css.list} aria-label="能力目录">
          {groups.map((group) => (
            <div key={group}>
              <Text as="h3" padX={8} padY={6} tone="faint" size={13} weight={500}>
                {group}
              </Text>
              <ul>
                {helpers
                  .filter((helper) => helper.group === group)
                  .map((helper) => (
                    <li key={helper.id}>
                      <Button
                        look="text"
                        className={classes(css.entry, helper === current && css.here)}
                        aria-current={helper === current}
                        onClick={() => setCurrent(helper)}
                      >
                        <Icon name={helper.icon} />
                        {helper.title}
                      </Button>
                    </li>
                  ))}
              </ul>
            </div>
          ))}
        </nav>
        <Choice current={current} onChange={setCurrent} />
        {current && <HelperDemo key={current.id} helper={current} isSignedIn={isSignedIn} />}
      </Split>
    </Card>
  )
}

interface ChoiceProps {
  readonly current: Helper | undefined
  readonly onChange: (helper: Helper | undefined) => void
}

/** The list of a phone. */
function Choice({ current, onChange }: ChoiceProps) {
  return (
    <div className={css.choice}>
      <ChoiceField
        label="能力"
        value={current?.id ?? ""}
        choices={groups.flatMap((group) =>
          helpers
            .filter((helper) => helper.group === group)
            .map((helper) => [helper.id, helper.title, group] as const),
        )}
        onValue={(chosen) => onChange(helpers.find((helper) => helper.id === chosen))}
      />
    </div>
  )
}
