import { useId } from "react"
import { SecondLine } from "../data/second-line.tsx"
import { Icon, type IconName } from "../navigation/icon.tsx"
import { Grid } from "../primitives/grid.tsx"
import { Row } from "../primitives/row.tsx"
import { classes } from "../theme/classes.ts"
import { Radio } from "./controls/radio.tsx"
import { FieldGroup } from "./field-group.tsx"
import css from "./choice-cards.module.css"

interface ChoiceCard<K extends string> {
  readonly key: K
  readonly label: string
  /** What it means, below. */
  readonly words: string
  readonly icon?: IconName
}

interface ChoiceCardsProps<K extends string> {
  readonly label: string
  readonly value: K
  readonly cards: readonly ChoiceCard<K>[]
  /** The width of a card; narrower ones stand below one another. */
  readonly leastPx?: number
  readonly onValue: (key: K) => void
}

/** One choice out of a few that need an explanation. */
export function ChoiceCards<K extends string>({
  label,
  value,
  cards,
  leastPx = 160,
  onValue,
}: ChoiceCardsProps<K>) {
  const id = useId()
  return (
    <FieldGroup label={label}>
      <Grid leastPx={leastPx} gap={8}>
        {cards.map(({ key, label: name, words, icon }) => (
          <Row
            as="label"
            key={key}
            gap={8}
            padX={12}
            padY={8}
            surface="outline"
            className={classes(css.card, key === value && css.chosen)}
          >
            <Radio name={id} value={key} checked={key === value} onChange={() => onValue(key)} />
            {icon && (
              <Row as="span" tone="brand" rigid>
                <Icon name={icon} sizePx={20} />
              </Row>
            )}
            <span>
              {name}
              <SecondLine>{words}</SecondLine>
            </span>
          </Row>
        ))}
      </Grid>
    </FieldGroup>
  )
}
