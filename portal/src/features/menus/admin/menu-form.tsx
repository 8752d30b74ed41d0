import {
  menuAdminCalls,
  menuKinds,
  menuKindLabels,
  menuLimits,
  menuMessages,
  type KeptMenu,
  type MenuKind,
} from "@uc/contract/menus/admin-calls"
import { permittedAddress } from "@uc/contract/domains/permitted-address"
import { useId, useState } from "react"
import { ownPages } from "../own-pages.ts"
import { newIdempotencyKey } from "../../../platform/http/send.ts"
import { showToast } from "../../../platform/browser/toast.ts"
import { Select } from "../../../ui/forms/controls/select.tsx"
import { Radio } from "../../../ui/forms/controls/radio.tsx"
import { classes } from "../../../ui/theme/classes.ts"
import { closesWhenBroken } from "../../../ui/feedback/closes-when-broken.tsx"
import { FormDialog } from "../../../ui/forms/form-dialog.tsx"
import { Field, Tick } from "../../../ui/forms/form-fields.tsx"
import { Icon, type IconName } from "../../../ui/navigation/icon.tsx"
import { menuIcon } from "../../../ui/navigation/menu-icon.ts"
import { AudienceField } from "./audience-field.tsx"
import { countFor, type MenuAudit } from "./menu-audit.ts"
import { useMenuAction } from "./use-menu-action.ts"
import css from "./menu-form.module.css"

interface MenuFormProps {
  readonly audit: MenuAudit
  /** A new one has no id yet. */
  readonly item: KeptMenu
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
  const id = useId()
  const { act, isBusy } = useMenuAction()
  const [key] = useState(newIdempotencyKey)
  const [draft, setDraft] = useState(item)
  const [problem, setProblem] = useState<string | null>(null)
  const isNew = item.id === ""

  function change(more: Partial<KeptMenu>) {
    setDraft({ ...draft, ...more })
    setProblem(null)
  }

  async function save() {
    const { text, kind, path, icon, isDisabled, audience } = draft
    const missing = missingIn(draft)
    if (missing !== null) return setProblem(missing)
    const result = await act(
      menuAdminCalls.save,
      {
        ...(isNew ? { parentId: item.parentId } : { id: item.id, version: item.version }),
        text,
        kind,
        path,
        icon,
        isDisabled,
        audience: audience.map(({ orgname: _orgname, ...row }) => row),
      },
      key,
    )
    if ("problem" in result) return setProblem(result.problem)
    showToast("success", isNew ? "菜单已添加" : "菜单已保存，正在使用的人会立即看到")
    onClose()
  }

  return (
    <FormDialog
      title={isNew ? "新增菜单" : `编辑“${item.text}”`}
      confirm="保存"
      form={{ isBusy, problem, failures: 0, onSubmit: () => void save() }}
      onClose={onClose}
    >
      <Field label="名称" id={`${id}-text`}>
        <input
          id={`${id}-text`}
          value={draft.text}
          maxLength={menuLimits.text}
          autoComplete="off"
          onChange={({ target }) => change({ text: target.value })}
        />
      </Field>
      <fieldset className={css.kinds}>
        <legend>类型</legend>
        {menuKinds.map((kind) => (
          <label key={kind}>
            <Radio
              name={`${id}-kind`}
              checked={draft.kind === kind}
              // Another kind of place is another place.
              onChange={() => change({ kind, path: kind === item.kind ? item.path : "" })}
            />
            <span>
              {menuKindLabels[kind]}
              <small>{kindHints[kind]}</small>
            </span>
          </label>
        ))}
      </fieldset>
      {draft.kind === "router" && (
        <Field label="页面" id={`${id}-page`}>
          <Select
            id={`${id}-page`}
            value={draft.path}
            placeholder="请选择页面"
            choices={pageChoices(draft.path)}
            onChange={(path) => change({ path })}
          />
        </Field>
      )}
      {draft.kind === "hosted" && (
        <Field label="地址" id={`${id}-address`} hint={<AddressHint path={draft.path} audit={audit} />}>
          <input
            id={`${id}-address`}
            value={draft.path}
            maxLength={menuLimits.address}
            inputMode="url"
            autoComplete="off"
            spellCheck={false}
            placeholder="https://oa.example.cn/page"
            onChange={({ target }) => change({ path: target.value })}
          />
        </Field>
      )}
      <IconField icon={draft.icon} onIcon={(icon) => change({ icon })} />
      <AudienceField
        rows={draft.audience}
        onRows={(audience) => change({ audience: [...audience] })}
        people={countFor(draft, audit)}
      />
      <Tick
        label="停用（保留设置，所有人都看不到）"
        value={draft.isDisabled}
        onValue={(isDisabled) => change({ isDisabled })}
      />
    </FormDialog>
  )
})

function missingIn({ text, kind, path }: KeptMenu): string | null {
  if (text.trim() === "") return menuMessages.textMissing
  if (kind === "router" && path === "") return menuMessages.pageMissing
  return kind === "hosted" && path.trim() === "" ? menuMessages.addressMissing : null
}

/** Pages that exist; what stands there and does not exist is still told by its name. */
function pageChoices(path: string): readonly (readonly [string, string])[] {
  const { list, has } = ownPages()
  const listed = list.map((page) => [page.path, `${page.title}（${page.path}）`] as const)
  if (path === "" || list.some((page) => page.path === path)) return listed
  return [[path, has(path) ? path : `${path}（页面不存在）`], ...listed]
}

/** Said while it is typed; the server asks again. */
function AddressHint({ path, audit }: { readonly path: string; readonly audit: MenuAudit }) {
  if (path.trim() === "") return "本站的地址，或任一单位授权域名内的地址"
  const known = audit.authorised.map(({ origin }) => origin)
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
    <fieldset className={css.icons}>
      <legend>图标</legend>
      {(Object.keys(offeredIcons) as (keyof typeof offeredIcons)[]).map((name) => (
        <label
          key={name}
          title={offeredIcons[name]}
          className={classes(css.iconChoice, menuIcon(icon, "folder") === name && css.chosen)}
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
    </fieldset>
  )
}
