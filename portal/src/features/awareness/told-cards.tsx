import type { ToldItem } from "@uc/contract/awareness/calls"
import { awarenessMessages, toldSentence } from "@uc/contract/awareness/told"
import { Stack } from "../../ui/primitives/stack.tsx"
import { Text } from "../../ui/primitives/text.tsx"
import { levelClass } from "../../ui/marks/level-mark.tsx"
import { classes } from "../../ui/theme/classes.ts"
import { keyOf } from "./told.ts"
import { ToldCard } from "./told-card.tsx"
import css from "./told.module.css"

interface ToldCardsProps {
  readonly items: readonly ToldItem[]
  /** How many more there are than are shown. */
  readonly more: number
  readonly isLine: boolean
}

export function ToldCards({ items, more, isLine }: ToldCardsProps) {
  return (
    <Stack gap={isLine ? 4 : 10} className={classes(css.cards, isLine && css.lines)}>
      {items.map((item) => (
        <ToldCard key={keyOf(item)} item={item} isLine={isLine} />
      ))}
      {more > 0 && (
        <Text as="p" tone="soft" size={13} className={css.more}>
          {awarenessMessages.more(more)}
        </Text>
      )}
    </Stack>
  )
}

/** DAY-4: small while somebody writes, but told at once and in its colour. */
export function ToldPill({ item, onPress }: { readonly item: ToldItem; readonly onPress: () => void }) {
  const words = toldSentence(item)
  return (
    <Text
      as="button"
      type="button"
      weight={600}
      size={13}
      padX={12}
      truncate
      className={classes(css.pill, item.kind === "drill" ? css.drill : levelClass("red"))}
      title={words}
      aria-label={`显示${words}`}
      onClick={onPress}
    >
      {words}
    </Text>
  )
}
