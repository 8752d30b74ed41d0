import { Icon } from "../../../ui/navigation/icon.tsx"
import { Row } from "../../../ui/primitives/row.tsx"
import { Stack } from "../../../ui/primitives/stack.tsx"
import { Text } from "../../../ui/primitives/text.tsx"
import { goToItem, type IndexedItem } from "./next-gap.ts"
import css from "./work.module.css"

/** DAY-14: all items beside the text; which are still missing is said by icon and word. */
export function ItemIndex({ items }: { readonly items: readonly IndexedItem[] }) {
  return (
    <Stack as="nav" className={css.index} aria-label="考核项目录">
      <Stack as="ol" gap={2}>
        {items.map(({ itemId, name, hasScore }, at) => (
          <li key={itemId}>
            <Row
              as="button"
              type="button"
              gap={6}
              padX={8}
              padY={4}
              size={13}
              className={css.entry}
              title={name}
              onClick={() => goToItem(itemId)}
            >
              <Text as="span" tone={hasScore ? "brand" : "faint"}>
                <Icon name={hasScore ? "done" : "clock"} sizePx={14} />
              </Text>
              <Text grow truncate>
                {at + 1}. {name}
              </Text>
              {!hasScore && <span className="only-read-aloud">，未评分</span>}
            </Row>
          </li>
        ))}
      </Stack>
    </Stack>
  )
}
