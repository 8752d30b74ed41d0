import type { AdministeredMenu } from "@uc/contract/menus/admin-calls"
import type { Id } from "@uc/contract/core/wire"
import { useState } from "react"
import { Button } from "../../../ui/forms/button.tsx"
import { Icon } from "../../../ui/navigation/icon.tsx"
import { Row } from "../../../ui/primitives/row.tsx"
import { Stack } from "../../../ui/primitives/stack.tsx"
import { Text } from "../../../ui/primitives/text.tsx"
import type { Finding } from "./menu-audit.ts"

interface MenuAuditPanelProps {
  readonly items: readonly AdministeredMenu[]
  readonly findings: readonly Finding[]
  readonly onShow: (id: Id) => void
  /** DISTRICT-12: the remedy of a site that is missing on a list; `name`: of the menu that needs it. */
  readonly onList: (site: { readonly origin: string; readonly name: string }) => void
}

const shownAtFirst = 4

/** MENU-5: the problems of the menus, the worst first, each with a link to its item. */
export function MenuAuditPanel({ items, findings, onShow, onList }: MenuAuditPanelProps) {
  const [isWhole, setWhole] = useState(false)
  if (findings.length === 0)
    return (
      <Row as="p" gap={8} padX={12} padY={8} surface="done" tone="done" role="status">
        <Icon name="done" />
        菜单检查：没有发现问题
      </Row>
    )
  const ordered = findings.toSorted(
    (one, other) => Number(one.tone !== "danger") - Number(other.tone !== "danger"),
  )
  const shown = isWhole ? ordered : ordered.slice(0, shownAtFirst)
  return (
    <Stack as="section" gap={8} padX={16} padY={12} surface="caution" aria-label="菜单检查">
      <Row as="h2" gap={8} tone="caution" size={15}>
        <Icon name="caution" />
        菜单检查：发现 {findings.length} 个问题
      </Row>
      <ul>
        {shown.map(({ id, fault, tone, words, origin }) => {
          const text = items.find((item) => item.id === id)?.text ?? id
          return (
            <Row as="li" key={`${id} ${fault}`} gap={8} padY={4}>
              <Row as="span" tone={tone} rigid>
                <Icon name={tone} sizePx={16} />
              </Row>
              <Text grow>
                <Text weight={500}>{text}</Text>：{words}
              </Text>
              {origin !== undefined && (
                <Button
                  look="primary"
                  aria-label={`授权${origin}（${text}）`}
                  onClick={() => onList({ origin, name: text })}
                >
                  授权该网站
                </Button>
              )}
              <Button onClick={() => onShow(id)} aria-label={`查看${text}`}>
                查看
              </Button>
            </Row>
          )
        })}
      </ul>
      {ordered.length > shownAtFirst && (
        <Row>
          <Button onClick={() => setWhole(!isWhole)}>
            {isWhole ? "收起" : `显示全部 ${ordered.length} 个`}
          </Button>
        </Row>
      )}
    </Stack>
  )
}
