import {
  menuAdminCalls,
  menuKinds,
  menuKindLabels,
  menuMessages,
  type AdministeredMenu,
  type MenuKind,
} from "@uc/contract/menus/admin-calls"
import { mixedContentProblem } from "@uc/contract/domains/mixed-content"
import { permittedAddress } from "@uc/contract/domains/permitted-address"
import { useId, useState } from "react"
import { useForm } from "../../../page-kit/form/use-form.ts"
import { ownPages } from "../own-pages.ts"
import { showToast } from "../../../platform/browser/toast.ts"
import { ListSiteDialog } from "../../domains/public.ts"
import { Button } from "../../../ui/forms/button.tsx"
import { Radio } from "../../../ui/forms/controls/radio.tsx"
import { classes } from "../../../ui/theme/classes.ts"
import { closesWhenBroken } from "../../../ui/feedback/closes-when-broken.tsx"
import { FormDialog } from "../../../ui/forms/form-dialog.tsx"
import { ChoiceField, TextField, Tick } from "../../../ui/forms/form-fields.tsx"
import { Icon, type IconName } from "../../../ui/navigation/icon.tsx"
import { menuIcon } from "../../../ui/navigation/menu-icon.ts"
import { ChoiceCards } from "../../../ui/forms/choice-cards.tsx"
import { FieldGroup } from "../../../ui/forms/field-group.tsx"
import { Row } from "../../../ui/primitives/row.tsx"
import { AudienceField } from "./audience-field.tsx"
import { ModuleField } from "./module-field.tsx"
import { countFor, type MenuAudit } from "./menu-audit.ts"
import { useMenuAction } from "./use-menu-action.ts"
import css from "./menu-form.module.css"

interface MenuFormProps {
  readonly audit: MenuAudit
  /** A new one has no id yet. */
  readonly item: AdministeredMenu
  readonly onClose: () => void
}

const kindHints: Readonly<Record<MenuKind, string>> = {
  group: "只用来放下级菜单",
  router: "打开门户自己的页面",
  hosted: "在门户中打开其他系统",
}

const offeredIcons = {
  home: "房子",
  apps: "应用",
  service: "卡片",
  manage: "调节",
  menu: "菜单",
  folder: "文件夹",
  page: "文件",
  window: "窗口",
  link: "链接",
  globe: "地球",
  grid: "网格",
  chart: "图表",
  task: "任务",
  people: "人群",
  person: "人员",
  tree: "层级",
  school: "学校",
  building: "楼房",
  alarm: "警报",
  drill: "旗帜",
  shield: "盾牌",
  patrol: "位置",
  caution: "注意",
  danger: "危险",
  check: "对勾",
  done: "完成",
  bell: "铃铛",
  news: "新闻",
  message: "消息",
  clock: "时钟",
  screen: "屏幕",
  phone: "手机",
  gear: "齿轮",
  key: "钥匙",
  lock: "锁",
  star: "星星",
  edit: "铅笔",
  copy: "复制",
  search: "放大镜",
  eye: "眼睛",
} as const satisfies Partial<Record<IconName, string>>

export const MenuForm = closesWhenBroken(function MenuForm({ audit, item, onClose }: MenuFormProps) {
  const { attempt, refresh } = useMenuAction()
  const isNew = item.id === ""
  const [isListing, setListing] = useState(false)
  const form = useForm({
    call: menuAdminCalls.save,
    attempt,
    initial: item,
    input: ({ text, kind, path, icon, isDisabled, moduleid, audience }) => ({
      ...(isNew ? { parentId: item.parentId } : { id: item.id, version: item.version }),
      text,
      kind,
      path,
      icon,
      isDisabled,
      moduleid,
      audience: audience.map(({ orgname: _orgname, ...row }) => row),
    }),
    // Whether there is one depends on the kind.
    check: ({ kind, path }) => (kind === "group" || path.trim() !== "" ? null : { path: pathMissing[kind] }),
    onDone(_output, saved) {
      showToast("success", isNew ? "菜单已添加" : "菜单已保存，正在使用的人会立即看到")
      const blocked = saved.kind === "hosted" ? mixedContentProblem(saved.path, audit.base) : null
      if (blocked !== null) showToast("info", blocked)
      onClose()
    },
    onFailed: refresh,
  })
  const { kind, path, text } = form.values
  // DISTRICT-12: the remedy stands where the refusal is.
  const { origin } = permittedAddress(path.trim(), audit.base, [])
  const isMissing = kind === "hosted" && form.problems.path === menuMessages.notPermitted && origin !== null

  return (
    <>
      <FormDialog
        title={isNew ? "新增菜单" : `编辑“${item.text}”`}
        confirm="保存"
        form={form}
        onClose={onClose}
      >
        <TextField label="名称" {...form.text("text")} />
        <ChoiceCards
          label="类型"
          value={kind}
          cards={menuKinds.map((key) => ({ key, label: menuKindLabels[key], words: kindHints[key] }))}
          // Another kind needs another address.
          onValue={(one) => form.set({ kind: one, path: one === item.kind ? item.path : "" })}
        />
        {kind === "router" && (
          <ChoiceField
            label="页面"
            placeholder="请选择页面"
            choices={pageChoices(path)}
            {...form.bind("path")}
          />
        )}
        {kind === "hosted" && (
          <TextField
            label="地址"
            hint={<AddressHint path={path} audit={audit} />}
            inputMode="url"
            placeholder="https://oa.example.cn/page"
            {...form.text("path")}
          />
        )}
        {isMissing && (
          <Row>
            <Button onClick={() => setListing(true)}>
              <Icon name="globe" sizePx={16} />将 {origin} 列入授权域名
            </Button>
          </Row>
        )}
        <IconField icon={form.values.icon} onIcon={(icon) => form.set({ icon })} />
        <ModuleField {...form.bind("moduleid")} />
        <AudienceField
          {...form.bind("audience")}
          onValue={(audience) => form.set({ audience: [...audience] })}
          people={countFor(form.values, audit)}
        />
        <Tick label="停用（保留设置，所有人都看不到）" {...form.bind("isDisabled")} />
      </FormDialog>
      {isListing && origin !== null && (
        <ListSiteDialog
          origin={origin}
          name={text.trim() === "" ? new URL(origin).host : text}
          onDone={() => form.set({ path })}
          onClose={() => setListing(false)}
        />
      )}
    </>
  )
})

const pathMissing = { router: menuMessages.pageMissing, hosted: menuMessages.addressMissing } as const

/** Existing pages; an unknown one keeps its name in the list. */
function pageChoices(path: string): readonly (readonly [string, string])[] {
  const { list, has } = ownPages()
  const listed = list.map((page) => [page.path, `${page.title}（${page.path}）`] as const)
  if (path === "" || list.some((page) => page.path === path)) return listed
  return [[path, has(path) ? path : `${path}（页面不存在）`], ...listed]
}

/** Shown while typing; the server checks again. */
function AddressHint({ path, audit }: { readonly path: string; readonly audit: MenuAudit }) {
  if (path.trim() === "") return "本站的地址，或任一单位授权域名内的地址"
  const known = audit.authorised.map(({ origin }) => origin)
  const blocked = mixedContentProblem(path, audit.base)
  if (blocked !== null) return blocked
  const { isPermitted, origin } = permittedAddress(path.trim(), audit.base, known)
  if (isPermitted) return origin === audit.base ? "本站的地址" : `${origin} 已在授权域名内`
  return origin === null ? "这不是一个可以打开的地址" : `保存时将检查 ${origin} 是否在授权域名内`
}

interface IconFieldProps {
  readonly icon: string
  readonly onIcon: (icon: string) => void
}

function IconField({ icon, onIcon }: IconFieldProps) {
  const id = useId()
  return (
    <FieldGroup label="图标">
      <Row gap={4} wrap>
        {(Object.keys(offeredIcons) as (keyof typeof offeredIcons)[]).map((name) => (
          <label
            key={name}
            title={offeredIcons[name]}
            className={classes(css.icon, menuIcon(icon, "folder") === name && css.chosen)}
          >
            <Radio
              name={id}
              className="only-read-aloud"
              aria-label={offeredIcons[name]}
              checked={menuIcon(icon, "folder") === name}
              onChange={() => onIcon(name)}
            />
            <Icon name={name} sizePx={18} />
          </label>
        ))}
      </Row>
    </FieldGroup>
  )
}
