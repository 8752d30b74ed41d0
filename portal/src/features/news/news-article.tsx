import { newsCalls } from "@uc/contract/news/calls"
import { useEffect, useRef } from "react"
import { Link } from "../../ui/navigation/link.tsx"
import { messageOf } from "../../platform/http/failure.ts"
import { useCall } from "../../platform/http/use-call.ts"
import { Button, buttonClass } from "../../ui/forms/button.tsx"
import { EmptyState } from "../../ui/feedback/empty-state.tsx"
import { ErrorState } from "../../ui/feedback/error-state.tsx"
import { Icon } from "../../ui/navigation/icon.tsx"
import { BarsSkeleton } from "../../ui/feedback/skeleton.tsx"
import { Row } from "../../ui/primitives/row.tsx"
import { Stack } from "../../ui/primitives/stack.tsx"
import { Text } from "../../ui/primitives/text.tsx"
import { CleanHtml } from "../rich-text/public.ts"
import { printAlone } from "./print-alone.ts"
import css from "./article.module.css"

interface NewsArticleProps {
  readonly id: string
  /** The list that it was opened from. */
  readonly back: string
}

export function NewsArticle({ id, back }: NewsArticleProps) {
  const { data, error, refetch } = useCall(newsCalls.detail, { id }, { staleMs: 30_000 })
  const heading = useRef<HTMLHeadingElement>(null)
  const hasCome = data !== undefined
  useEffect(() => {
    // For keyboard and screen reader the focus goes to the beginning of the article.
    if (hasCome) heading.current?.focus()
  }, [hasCome])
  const toList = (
    <Link className={buttonClass()} to={back}>
      <Icon name="back" sizePx={16} />
      返回列表
    </Link>
  )
  if (error && !data)
    return (
      <Stack as="section" pad={20} surface="card">
        {error.kind === "refused" ? (
          <EmptyState isAlert art="empty" title="无法查看该新闻" words={messageOf(error)} actions={toList} />
        ) : (
          <ErrorState title="新闻加载失败" words={messageOf(error)} onRetry={refetch} />
        )}
      </Stack>
    )
  if (!data)
    return (
      <Stack as="section" pad={20} surface="card">
        <BarsSkeleton heightsPx={[32, 20, 160, 120]} />
      </Stack>
    )
  return (
    <Stack as="article" ref={printAlone} gap={16} pad={20} surface="card" className={css.article}>
      <Row justify="between" className={css.bar}>
        {toList}
        <Button onClick={() => window.print()}>
          <Icon name="page" sizePx={16} />
          打印
        </Button>
      </Row>
      <Stack as="header" gap={8} padY={16} line="bottom" className={css.column}>
        <Text as="h2" ref={heading} tabIndex={-1} size={24} breaks>
          {data.title}
        </Text>
        <Row as="p" gap={4} columnGap={16} wrap tone="faint" size={13}>
          <span>{data.orgname}</span>
          {data.author !== data.orgname && <span>作者：{data.author}</span>}
          <span>{data.columnname}</span>
          <time dateTime={data.createtime}>{data.createtime.slice(0, 16)}</time>
        </Row>
      </Stack>
      <CleanHtml html={data.body} />
    </Stack>
  )
}
