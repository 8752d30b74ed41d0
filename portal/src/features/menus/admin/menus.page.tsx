import { holds, noPermissionMessage } from "@uc/contract/roles/permissions"
import { menuAdminCalls, menuMessages, type AdministeredMenu } from "@uc/contract/menus/admin-calls"
import type { Id } from "@uc/contract/core/wire"
import { useMemo, useState } from "react"
import { messageOf } from "../../../platform/http/failure.ts"
import { ownPages } from "../own-pages.ts"
import { useUser } from "../../../platform/session/session.ts"
import { useFocusAfter } from "../../../platform/browser/use-focus-after.ts"
import { showToast } from "../../../platform/browser/toast.ts"
import { useCall } from "../../../platform/http/use-call.ts"
import { useExport } from "../../../platform/http/use-export.ts"
import { Button } from "../../../ui/forms/button.tsx"
import { ConfirmDialog } from "../../../ui/overlays/confirm-dialog.tsx"
import { NoAccess } from "../../../ui/feedback/no-access.tsx"
import { ExportButton } from "../../../ui/data/export-button.tsx"
import { ErrorState } from "../../../ui/feedback/error-state.tsx"
import { Icon } from "../../../ui/navigation/icon.tsx"
import { BarsSkeleton } from "../../../ui/feedback/skeleton.tsx"
import { Page, Sheet, TabSheet } from "../../../ui/layout/page.tsx"
import { Row } from "../../../ui/primitives/row.tsx"
import { Stack } from "../../../ui/primitives/stack.tsx"
import { Text } from "../../../ui/primitives/text.tsx"
import { ListSiteDialog } from "../../domains/public.ts"
import { MenuAuditPanel } from "./menu-audit-panel.tsx"
import { PreviewAs } from "./preview-as.tsx"
import { countsOf, auditMenus, type MenuAudit } from "./menu-audit.ts"
import {
  above,
  below,
  forestOf,
  placeByDrop,
  placeByStep,
  type Place,
} from "../../../ui/tree/placed-items.ts"
import { MenuForm } from "./menu-form.tsx"
import type { RowActs } from "./menu-row.tsx"
import { MenuTree } from "./menu-tree.tsx"
import { MissingPages } from "./missing-pages.tsx"
import { useMenuAction } from "./use-menu-action.ts"
import css from "./menus.module.css"

const tabs = { menus: "菜单与可见范围", look: "查看某人的菜单" } as const

/** Menus belong to the platform; every administrator may view those of their own people. The server checks both. */
export function Component() {
  const user = useUser()
  const [tab, setTab] = useState<keyof typeof tabs>("menus")
  if (!user) return null
  if (!holds(user, "menus.preview")) return <NoAccess words={noPermissionMessage("menus.preview")} />
  const isPlatform = holds(user, "menus.manage")
  return (
    <Page
      title={isPlatform ? "菜单管理" : tabs.look}
      words={
        isPlatform
          ? "菜单的结构、去向和可见范围。保存后，正在使用的人不用重新登录就会看到。"
          : "查看您管理的人员登录后看到的菜单。"
      }
    >
      {isPlatform ? (
        <TabSheet label="菜单管理" tabs={tabs} current={tab} onChange={setTab}>
          {tab === "menus" ? <Menus /> : <PreviewAs user={user} />}
        </TabSheet>
      ) : (
        <Sheet>
          <PreviewAs user={user} />
        </Sheet>
      )}
    </Page>
  )
}

function Menus() {
  const { data, error, refetch } = useCall(menuAdminCalls.list, {})
  const audit = useMemo<MenuAudit | null>(
    () => (data ? { ...data, base: window.location.origin, hasPage: (path) => ownPages().has(path) } : null),
    [data],
  )
  if (error) return <ErrorState title="菜单加载失败" words={messageOf(error)} onRetry={refetch} />
  if (!data || !audit) return <BarsSkeleton heightsPx={Array.from({ length: 8 }, () => 36)} />
  return <MenuEditor audit={audit} version={data.version} />
}

function fresh(parentId: Id | null, audience: AdministeredMenu["audience"]): AdministeredMenu {
  return {
    id: "",
    parentId,
    text: "",
    kind: "router",
    path: "",
    icon: "page",
    isDisabled: false,
    moduleid: null,
    modulename: null,
    audience,
    version: "",
  }
}

type Asked = { readonly what: "edit" | "remove"; readonly item: AdministeredMenu }

function MenuEditor({ audit, version }: { readonly audit: MenuAudit; readonly version: string }) {
  const { items } = audit
  const { act, attempt, refresh, isBusy } = useMenuAction()
  const file = useExport(menuAdminCalls.exportList)
  const [asked, setAsked] = useState<Asked | null>(null)
  const [site, setSite] = useState<{ readonly origin: string; readonly name: string } | null>(null)
  const [closed, setClosed] = useState<ReadonlySet<Id>>(new Set())
  const findings = useMemo(() => auditMenus(audit), [audit])
  const people = useMemo(() => countsOf(audit), [audit])
  const nodes = useMemo(() => forestOf(items), [items])
  const focusAfter = useFocusAfter(items)
  const stray = items.filter(({ id }) => above(items, id) === null)

  async function put(item: AdministeredMenu, place: Place | null) {
    if (!place) return
    const { id, parentId } = item
    const done =
      place.parentId === parentId
        ? await act(menuAdminCalls.arrange, { id, before: place.before, version })
        : await act(menuAdminCalls.move, { id, ...place, version })
    if (!done) return
    setClosed(new Set([...closed].filter((each) => each !== place.parentId)))
    // The row may be in another list now; the focus follows it.
    focusAfter(`menu-${id}`)
  }

  async function turn(item: AdministeredMenu) {
    const { parentId: _parentId, audience, ...rest } = item
    const done = await act(menuAdminCalls.save, {
      ...rest,
      isDisabled: !item.isDisabled,
      audience: audience.map(({ orgname: _orgname, ...row }) => row),
    })
    if (done) showToast("success", item.isDisabled ? "已启用" : "已停用，所有人都看不到它了")
  }

  async function remove({ id }: AdministeredMenu): Promise<string | null> {
    try {
      await attempt(menuAdminCalls.remove, { id, below: below(items, id).length })
    } catch (error) {
      refresh()
      return messageOf(error)
    }
    showToast("success", "菜单已删除")
    return null
  }

  function show(id: Id) {
    const parents = new Set(above(items, id)?.map((item) => item.id))
    setClosed(new Set([...closed].filter((each) => !parents.has(each))))
    focusAfter(`menu-${id}`)
  }

  const acts: RowActs = {
    onEdit: (item) => setAsked({ what: "edit", item }),
    // Children are mostly meant for the same people, so a new one copies the audience.
    onAdd: ({ id, audience }) => setAsked({ what: "edit", item: fresh(id, audience) }),
    onRemove: (item) => setAsked({ what: "remove", item }),
    onTurn: (item) => void turn(item),
    onStep: (item, step) => void put(item, placeByStep(items, item.id, step)),
    canStep: (item, step) => placeByStep(items, item.id, step) !== null,
    onDrop: (dragged, target, drop) => {
      const item = items.find(({ id }) => id === dragged)
      if (!item) return
      if (below(items, dragged).some(({ id }) => id === target.id))
        showToast("error", menuMessages.underItself)
      else void put(item, placeByDrop(items, dragged, target.id, drop))
    },
  }
  const going = asked?.what === "remove" ? below(items, asked.item.id) : []

  return (
    <>
      <MenuAuditPanel items={items} findings={findings} onShow={show} onList={setSite} />
      <MissingPages items={items} onAdded={show} />
      <Row gap={8} wrap>
        <Button
          look="primary"
          onClick={() =>
            setAsked({
              what: "edit",
              item: fresh(null, [{ usertype: null, minAdmintype: 0, orgid: null, orgname: null }]),
            })
          }
        >
          <Icon name="plus" sizePx={16} />
          新增一级菜单
        </Button>
        <Button onClick={() => setClosed(closed.size > 0 ? new Set() : new Set(items.map(({ id }) => id)))}>
          {closed.size > 0 ? "全部展开" : "全部收起"}
        </Button>
        <ExportButton isBusy={file.isBusy} onExport={() => void file.run({})} />
        <Text tone="faint" size={13} className={css.byHand}>
          拖动排序，或选中名称后按 Alt+方向键。
        </Text>
      </Row>
      <Stack surface="card" className={css.treeBox} aria-busy={isBusy}>
        <Row
          as="p"
          justify="between"
          surface="sunken"
          tone="soft"
          className={css.treeHead}
          aria-hidden="true"
        >
          <span>菜单</span>
          <span>可见人数</span>
        </Row>
        <MenuTree
          label="菜单"
          nodes={[...nodes, ...stray.map((item) => ({ item, children: [] }))]}
          people={people}
          findings={findings}
          closed={closed}
          onClosed={(id) =>
            setClosed(
              closed.has(id) ? new Set([...closed].filter((each) => each !== id)) : new Set([...closed, id]),
            )
          }
          acts={acts}
        />
      </Stack>
      {site && <ListSiteDialog {...site} onDone={refresh} onClose={() => setSite(null)} />}
      {asked?.what === "edit" && <MenuForm audit={audit} item={asked.item} onClose={() => setAsked(null)} />}
      {asked?.what === "remove" && (
        <ConfirmDialog
          title={`删除“${asked.item.text}”？`}
          words={
            going.length === 0
              ? "删除后不能恢复。只是暂时不用时，可以停用。"
              : `它的 ${going.length} 项下级（${going
                  .slice(0, 5)
                  .map(({ text }) => text)
                  .join("、")}${going.length > 5 ? "等" : ""}）会一起删除，不能恢复。`
          }
          confirm={going.length === 0 ? "删除" : `删除 ${going.length + 1} 项`}
          look="danger"
          onConfirm={() => remove(asked.item)}
          onClose={() => setAsked(null)}
        />
      )}
    </>
  )
}
