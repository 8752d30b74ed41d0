import { newsAdminCalls, newsAdminMessages, type WrittenLink } from "@uc/contract/news/admin-calls"
import type { CurrentUser } from "@uc/contract/account/calls"
import { useState } from "react"
import { useForm } from "../../page-kit/form/use-form.ts"
import { messageOf } from "../../platform/http/failure.ts"
import { showToast } from "../../platform/browser/toast.ts"
import { useCall } from "../../platform/http/use-call.ts"
import { useExport } from "../../platform/http/use-export.ts"
import { Button } from "../../ui/forms/button.tsx"
import { closesWhenBroken } from "../../ui/feedback/closes-when-broken.tsx"
import { ExportButton } from "../../ui/data/export-button.tsx"
import { EmptyState } from "../../ui/feedback/empty-state.tsx"
import { ErrorState } from "../../ui/feedback/error-state.tsx"
import { FormDialog } from "../../ui/forms/form-dialog.tsx"
import { TextField } from "../../ui/forms/form-fields.tsx"
import { Icon } from "../../ui/navigation/icon.tsx"
import { Page, Sheet } from "../../ui/layout/page.tsx"
import { BarsSkeleton } from "../../ui/feedback/skeleton.tsx"
import { Text } from "../../ui/primitives/text.tsx"
import { AdministratorsOnly } from "./admin/administrators-only.tsx"
import { RemoveDialog } from "./admin/remove-dialog.tsx"
import { ToolRows } from "./admin/tool-rows.tsx"
import { RowTool } from "./admin/row-tool.tsx"
import { SpreadTags, SpreadTicks } from "./admin/spread-ticks.tsx"
import { useNewsAction } from "./admin/use-news-action.ts"

export function Component() {
  return <AdministratorsOnly>{(user) => <Links user={user} />}</AdministratorsOnly>
}

type Open = { readonly edited: WrittenLink | null } | { readonly removed: WrittenLink } | null

function Links({ user }: { readonly user: CurrentUser }) {
  const { data, error, refetch } = useCall(newsAdminCalls.links, {})
  const file = useExport(newsAdminCalls.exportLinks)
  const { act, isBusy, problem } = useNewsAction()
  const [open, setOpen] = useState<Open>(null)
  const links = data?.links ?? []

  async function move(at: number, by: number) {
    const ids = links.map(({ id }) => id)
    const [moved = ""] = ids.splice(at, 1)
    ids.splice(at + by, 0, moved)
    await act(newsAdminCalls.sortLinks, { linkIds: ids.join() })
  }

  const add = (
    <Button look="primary" onClick={() => setOpen({ edited: null })}>
      <Icon name="plus" sizePx={16} />
      新增链接
    </Button>
  )
  return (
    <Page
      title="友情链接"
      words="显示在服务页和首页，按这里的顺序排列，在新窗口打开。"
      actions={
        links.length > 0 && (
          <>
            <ExportButton isBusy={file.isBusy} onExport={() => void file.run({})} />
            {add}
          </>
        )
      }
    >
      <Sheet>
        {problem && (
          <Text as="p" role="alert" padX={12} padY={8} surface="danger" tone="danger">
            {problem}
          </Text>
        )}
        {error && !data ? (
          <ErrorState title="链接加载失败" words={messageOf(error)} onRetry={refetch} />
        ) : !data ? (
          <BarsSkeleton heightsPx={[48, 48, 48]} />
        ) : links.length === 0 ? (
          <EmptyState
            art="empty"
            title="暂无友情链接"
            words="添加常用网站，大家在服务页就能打开。"
            actions={add}
          />
        ) : (
          <ToolRows
            isBusy={isBusy}
            rows={links.map((link, at) => ({
              key: link.id,
              icon: "link",
              name: link.name,
              words: link.address,
              tags: <SpreadTags {...link} />,
              tools: (
                <>
                  <RowTool
                    icon="rise"
                    title="上移"
                    label={`上移${link.name}`}
                    isOff={at === 0}
                    onPress={() => void move(at, -1)}
                  />
                  <RowTool
                    icon="fall"
                    title="下移"
                    label={`下移${link.name}`}
                    isOff={at === links.length - 1}
                    onPress={() => void move(at, 1)}
                  />
                  <RowTool
                    icon="edit"
                    title="修改"
                    label={`修改${link.name}`}
                    onPress={() => setOpen({ edited: link })}
                  />
                  <RowTool
                    icon="trash"
                    title="删除"
                    label={`删除${link.name}`}
                    onPress={() => setOpen({ removed: link })}
                  />
                </>
              ),
            }))}
          />
        )}
      </Sheet>
      {open && "edited" in open && (
        <LinkDialog user={user} link={open.edited} onClose={() => setOpen(null)} />
      )}
      {open && "removed" in open && (
        <RemoveDialog
          title={`删除“${open.removed.name}”？`}
          words="删除后不能恢复。"
          removed={open.removed}
          by={newsAdminCalls.removeLink}
          from={newsAdminCalls.links}
          onClose={() => setOpen(null)}
        />
      )}
    </Page>
  )
}

interface LinkDialogProps {
  readonly user: CurrentUser
  readonly link: WrittenLink | null
  readonly onClose: () => void
}

const LinkDialog = closesWhenBroken(function LinkDialog({ user, link, onClose }: LinkDialogProps) {
  const { attempt } = useNewsAction()
  const form = useForm({
    call: newsAdminCalls.saveLink,
    attempt,
    initial: {
      name: link?.name ?? "",
      address: link?.address ?? "https://",
      isShared: link?.isShared ?? false,
      isPublic: link?.isPublic ?? false,
    },
    input: (values) => ({ ...values, ...(link && { id: link.id, version: link.version }) }),
    onDone() {
      showToast("success", newsAdminMessages.saved)
      onClose()
    },
  })
  return (
    <FormDialog title={link ? "修改链接" : "新增链接"} confirm="保存" form={form} onClose={onClose}>
      <TextField label="名称" {...form.text("name")} />
      <TextField label="网址" hint="以 http:// 或 https:// 开头" inputMode="url" {...form.text("address")} />
      <SpreadTicks user={user} what="个链接" value={form.values} onChange={form.set} />
    </FormDialog>
  )
})
