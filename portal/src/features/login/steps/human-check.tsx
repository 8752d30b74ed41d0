import type { captchaPurposes } from "@uc/contract/captcha/calls"
import { useState } from "react"
import { fieldsOf, sliderFor, type SliderFields } from "../../captcha/public.ts"
import { Button } from "../../../ui/forms/button.tsx"
import { closesWhenBroken } from "../../../ui/feedback/closes-when-broken.tsx"
import { Icon } from "../../../ui/navigation/icon.tsx"
import { Text } from "../../../ui/primitives/text.tsx"
import { Modal } from "../../../ui/overlays/modal.tsx"
import { Slider } from "../../../ui/slider/slider.tsx"
import css from "./human-check.module.css"

export interface HumanCheckProps {
  readonly purpose: (typeof captchaPurposes)[number]
  /** The server's sentence, if the server demanded it. */
  readonly why: string | null
  readonly onPassed: (fields: SliderFields) => void
  readonly onClose: () => void
}

/** LOGIN-4: the slider, 310 px wide, over the form that waits for it. */
export const Part = closesWhenBroken(function Part({ purpose, why, onPassed, onClose }: HumanCheckProps) {
  const [source] = useState(() => sliderFor(purpose))
  return (
    <Modal label="安全验证" place="middle" className={css.check} onClose={onClose}>
      <Text as="h2" size={16} padY={6}>
        安全验证
      </Text>
      <Slider
        {...source}
        width={310}
        notice={why ?? undefined}
        onPassed={(answer) => onPassed(fieldsOf(answer))}
      />
      {/* After the slider, so that the slider has the focus and not the close button. */}
      <Button look="quiet" className={css.close} aria-label="关闭" onClick={onClose}>
        <Icon name="close" />
      </Button>
    </Modal>
  )
})
