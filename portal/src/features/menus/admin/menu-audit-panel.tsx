import type { KeptMenu } from "@uc/contract/menus/admin-calls"
import type { Id } from "@uc/contract/core/wire"
import { useState } from "react"
import { Button } from "../../../ui/forms/button.tsx"
import { classes } from "../../../ui/theme/classes.ts"
import { Icon } from "../../../ui/navigation/icon.tsx"
import type { Finding } from "./menu-audit.ts"
import css from "./menus.module.css"

interface MenuAuditPanelProps {
  readonly items: readonly KeptMenu[]
  readonly findings: readonly Finding[]
  readonly onShow: (id: Id) => void
}

const shownAtFirst = 4

/** MENU-5: what is wrong with the menu, the worst first, each with the way to its item. */
export function MenuAuditPanel({ items, findings, onShow }: MenuAuditPanelProps) {
  const [isWhole, setWhole] = useState(false)
  if (findings.length === 0)
    return (
      <p className={css.healthy} role="status">
        <Icon name="done" />
        菜单检查：没有发现问题
      </p>
    )
  const ordered = findings.toSorted(
    (one, other) => Number(one.tone !== "danger") - Number(other.tone !== "danger"),
  )
  const shown = isWhole ? ordered : ordered.slice(0, shownAtFirst)
  return (
    <section className={css.audit} aria-label="菜单检查">
      <h2>
        <Icon name="caution" />
        菜单检查：发现 {findings.length} 个问题
      </h2>
      <ul>
        {shown.map(({ id, fault, tone, words }) => {
          const text = items.find((item) => item.id === id)?.text ?? id
          return (
            <li key={`${id} ${fault}`} className={classes(css.finding, css[tone])}>
              <Icon name={tone} sizePx={16} />
              <span>
                <b>{text}</b>：{words}
              </span>
              <Button onClick={() => onShow(id)} aria-label={`查看${text}`}>
                查看
              </Button>
            </li>
          )
        })}
      </ul>
      {ordered.length > shownAtFirst && (
        <Button onClick={() => setWhole(!isWhole)}>
          {isWhole ? "收起" : `显示全部 ${ordered.length} 个`}
        </Button>
      )}
    </section>
  )
}
