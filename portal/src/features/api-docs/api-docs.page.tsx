import { apiDocumentPath } from "@uc/contract/api-docs/api-document"
import { useQuery } from "@tanstack/react-query"
import { z } from "zod"
import { urlFilters, view } from "../../page-kit/list/url-filters.ts"
import { useUrlFilters } from "../../page-kit/list/use-url-filters.ts"
import { messageOf } from "../../platform/http/failure.ts"
import { ErrorState } from "../../ui/feedback/error-state.tsx"
import { BarsSkeleton } from "../../ui/feedback/skeleton.tsx"
import { Button, buttonClass } from "../../ui/forms/button.tsx"
import { Page, TabSheet } from "../../ui/layout/page.tsx"
import { Icon } from "../../ui/navigation/icon.tsx"
import { Row } from "../../ui/primitives/row.tsx"
import { AllCalls } from "./all-calls.tsx"
import { ErrorList } from "./error-list.tsx"
import { readDocument } from "./read-document.ts"
import { SampleCode } from "./sample-code.tsx"

const tabs = { calls: "接口", samples: "示例代码", errors: "错误说明" } as const
const filters = urlFilters({ tab: view(z.enum(["calls", "samples", "errors"]), "calls") })

/** SSO-6: what other systems may call, and everything else that the portal is made of. */
export function Component() {
  const { state, go } = useUrlFilters(filters)
  const { data, error, refetch } = useQuery({ queryKey: ["api-document"], queryFn: readDocument })
  return (
    <Page
      title="接口文档"
      words="供其他系统的开发人员使用。标有“厂商接口”的排在最前，可以由其他系统调用；其余是门户自己的接口，随版本变化。"
      actions={
        <a className={buttonClass()} href={apiDocumentPath} download="openapi.json">
          <Icon name="download" sizePx={16} />
          下载 OpenAPI 文档
        </a>
      }
    >
      <TabSheet label="接口文档" tabs={tabs} current={state.tab} onChange={(tab) => go({ tab })}>
        {!data && error && (
          <ErrorState title="接口文档加载失败" words={messageOf(error)} onRetry={() => void refetch()} />
        )}
        {!data && !error && <BarsSkeleton heightsPx={[48, 48, 48, 48]} />}
        {data?.["x-part"] === "vendors" && (
          <Row as="p" gap={8} wrap padX={12} padY={8} surface="caution" tone="caution" role="status">
            登录已锁定或结束，目前只显示厂商接口。
            <Button onClick={() => void refetch()}>重新加载</Button>
          </Row>
        )}
        {data && state.tab === "calls" && <AllCalls document={data} />}
        {data && state.tab === "samples" && <SampleCode groups={data["x-samples"]} />}
        {data && state.tab === "errors" && <ErrorList groups={data["x-errors"]} />}
      </TabSheet>
    </Page>
  )
}
