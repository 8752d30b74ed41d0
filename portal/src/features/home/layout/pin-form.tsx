import { homeLayoutCalls, layoutMessages, type HomePins } from "@uc/contract/home/calls"
import { useState } from "react"
import { pinnableCards } from "../home-card.ts"
import { send } from "../../../platform/http/send.ts"
import { showFailure, showToast } from "../../../platform/browser/toast.ts"
import { Button } from "../../../ui/forms/button.tsx"
import { Tick } from "../../../ui/forms/form-fields.tsx"
import { Card } from "../../../ui/layout/card.tsx"
import { Grid } from "../../../ui/primitives/grid.tsx"

interface PinFormProps {
  readonly own: NonNullable<HomePins["own"]>
  readonly onChanged: () => Promise<unknown>
}

/** HOME-3: the cards that a bureau or the platform shows to everybody below. */
export function PinForm({ own, onChanged }: PinFormProps) {
  const [chosen, setChosen] = useState<readonly string[]>(own.keys)
  const [isBusy, setBusy] = useState(false)
  const cards = pinnableCards()
  const isSame = chosen.length === own.keys.length && chosen.every((key) => own.keys.includes(key))

  async function save() {
    if (isBusy) return
    setBusy(true)
    try {
      await send(homeLayoutCalls.savePins, { keys: [...chosen], version: own.version })
      showToast("success", layoutMessages.pinsSaved)
    } catch (error) {
      showFailure(error, layoutMessages.saveFailed)
    }
    await onChanged()
    setBusy(false)
  }

  return (
    <Card
      title="为下级单位置顶"
      icon="pin"
      words="勾选的卡片会一直显示在下级单位各人的首页上，带有置顶标记，不能被隐藏。您自己的首页不受影响。"
      actions={
        <Button look="primary" disabled={isSame || isBusy} aria-busy={isBusy} onClick={() => void save()}>
          保存置顶
        </Button>
      }
    >
      <Grid as="ul" leastPx={136} gap={12} padY={8}>
        {cards.map(({ key, title }) => (
          <li key={key}>
            <Tick
              label={title}
              value={chosen.includes(key)}
              onValue={(isOn) => setChosen(isOn ? [...chosen, key] : chosen.filter((other) => other !== key))}
            />
          </li>
        ))}
      </Grid>
    </Card>
  )
}
