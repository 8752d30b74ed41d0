import { useState } from "react"
import { sliderFor } from "../captcha/public.ts"
import { Button } from "../../ui/forms/button.tsx"
import { Card } from "../../ui/layout/card.tsx"
import { Icon } from "../../ui/navigation/icon.tsx"
import { Slider } from "../../ui/slider/slider.tsx"
import { Row } from "../../ui/primitives/row.tsx"

const source = sliderFor("login")

/** CAPT-1 to CAPT-5, without anything behind it. */
export function SliderDemo() {
  const [turn, setTurn] = useState(0)
  const [width, setWidth] = useState<310 | 410>(310)
  const [at, setAt] = useState<"idle" | "shown" | "passed">("idle")
  function again(wide: 310 | 410) {
    setWidth(wide)
    setAt("shown")
    setTurn(turn + 1)
  }
  return (
    <Card
      title="滑块验证"
      icon="scan"
      words="登录和鉴权时的人机验证，可用鼠标、触摸或方向键。"
      actions={
        <Button onClick={() => again(width === 310 ? 410 : 310)}>{width === 310 ? "宽版" : "窄版"}</Button>
      }
    >
      <Row justify="center" padY={16}>
        {at === "idle" && <Button onClick={() => setAt("shown")}>试一试</Button>}
        {at === "passed" && (
          <Row as="p" gap={8} pad={24} tone="done" role="status">
            <Icon name="done" />
            验证通过
            <Button onClick={() => again(width)}>再试一次</Button>
          </Row>
        )}
        {at === "shown" && <Slider key={turn} {...source} width={width} onPassed={() => setAt("passed")} />}
      </Row>
    </Card>
  )
}
