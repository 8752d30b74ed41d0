import { inThousands } from "../../ui/format/in-thousands.ts"
import type { manageCalls } from "@uc/contract/manage/calls"
import type { OutputOf } from "@uc/contract/core/call"
import type { CurrentUser } from "@uc/contract/account/calls"
import { permissionOfPage } from "@uc/contract/roles/pages"
import type { PermissionId } from "@uc/contract/roles/permission-id"
import { holds } from "@uc/contract/roles/permissions"
import type { IconName } from "../../ui/navigation/icon.tsx"

type Overview = Omit<OutputOf<typeof manageCalls.overview>, "backup">

interface ManageTile {
  readonly to: string
  readonly icon: IconName
  readonly title: string
  readonly words: string
  /** The counted number and the text after it. */
  readonly count?: readonly [name: keyof Overview, words: string]
  /** Whoever holds it sees the tile; without: the permission of the page. */
  readonly permission?: PermissionId
  /** Not for those who hold this, who have another tile. */
  readonly unless?: PermissionId
}

interface ManageGroup {
  readonly title: string
  readonly tiles: readonly ManageTile[]
}

const groups: readonly ManageGroup[] = [
  {
    title: "组织与人员",
    tiles: [
      {
        to: "/main/orgTree",
        icon: "tree",
        title: "组织机构",
        permission: "departments.manage",
        words: "单位和部门的新增、改名、移动与停用",
        count: ["organisations", "个单位"],
      },
      {
        to: "/main/peopleTree",
        icon: "people",
        title: "人员",
        permission: "people.manage",
        words: "人员的资料、部门、调动与停用",
        count: ["people", "人"],
      },
      {
        to: "/main/imports",
        icon: "table",
        title: "数据导入",
        words: "用表格批量导入人员、部门、楼宇和单位",
      },
      {
        to: "/main/roles",
        icon: "shield",
        title: "角色管理",
        words: "把部分权限授予本单位的人员，查询人员看不到的原因",
      },
    ],
  },
  {
    title: "基础数据",
    tiles: [
      { to: "/main/buildings", icon: "building", title: "楼宇管理", words: "校区、楼宇、楼层和房间" },
      { to: "/main/grids", icon: "grid", title: "网格管理", words: "安全网格的层级和覆盖空间" },
      {
        to: "/main/areas",
        icon: "globe",
        title: "区域管理",
        words: "行政区划的层级、代码和名称",
      },
      {
        to: "/main/modules",
        icon: "apps",
        title: "模块管理",
        words: "菜单所属的模块和它们的标识",
      },
      {
        to: "/main/alarmTypes",
        icon: "alarm",
        title: "预警类型与等级",
        words: "预警类型的名称，各等级的上报时限",
      },
    ],
  },
  {
    title: "内容",
    tiles: [
      {
        to: "/main/notices",
        icon: "bell",
        title: "通知公告",
        permission: "notices.manage",
        words: "发布通知，查看谁已读、谁未读",
      },
      { to: "/main/newsAdmin", icon: "news", title: "新闻管理", words: "撰写、发布和撤回栏目中的新闻" },
      { to: "/main/newsColumns", icon: "tree", title: "栏目管理", words: "门户栏目的层级、顺序与停用" },
      { to: "/main/friendLinks", icon: "link", title: "友情链接", words: "服务页和首页上的链接" },
    ],
  },
  {
    title: "安全",
    tiles: [
      {
        to: "/main/signedIn",
        icon: "screen",
        title: "在线用户",
        words: "当前登录的用户，必要时可强制下线",
        count: ["signedIn", "人在线"],
      },
      {
        to: "/domain",
        icon: "globe",
        title: "授权域名",
        words: "哪些系统可以嵌入门户、使用选择窗口",
        count: ["domains", "个域名"],
      },
      {
        to: "/main/applicationAccess",
        icon: "link",
        title: "应用接入",
        words: "哪些系统可以用本系统的账号登录",
      },
      {
        to: "/main/identitySources",
        icon: "person",
        title: "登录来源",
        words: "用企业微信、钉钉、飞书或统一身份平台登录",
      },
      {
        to: "/main/alarmSources",
        icon: "alarm",
        title: "预警来源",
        words: "上报预警的系统和它们的密钥",
        count: ["alarmSources", "个在用"],
      },
      {
        to: "/main/screens",
        icon: "screen",
        title: "大屏",
        permission: "screens.manage",
        words: "值班室大屏的配对与停用",
      },
      {
        to: "/main/logs",
        icon: "clock",
        title: "登录日志",
        words: "谁在什么时候、从哪里登录",
        count: ["refusedSignIns", "次登录失败（今天）"],
      },
      {
        to: "/main/logs?tab=audit",
        icon: "shield",
        title: "操作日志",
        words: "敏感操作的记录，含修改前后的内容",
        count: ["audited", "条记录（今天）"],
      },
    ],
  },
  {
    title: "系统",
    tiles: [
      {
        to: "/main/menus",
        icon: "menu",
        title: "菜单管理",
        words: "菜单的结构、去向和可见范围，以及菜单检查",
        count: ["menus", "项菜单"],
        permission: "menus.manage",
      },
      {
        to: "/main/menus",
        icon: "eye",
        title: "查看某人的菜单",
        words: "按某个人员的身份查看其菜单",
        unless: "menus.manage",
      },
      {
        to: "/main/dictionary",
        icon: "folder",
        title: "数据字典",
        words: "各页面选项和名称的来源",
        count: ["codeTables", "个代码表"],
      },
      {
        to: "/main/status",
        icon: "chart",
        title: "运行状态",
        words: "服务进程、数据库、定时任务、磁盘和证书是否正常",
      },
    ],
  },
]

/** HOME-5: what this user administers; a group without anything is left out. */
export function tilesFor(user: CurrentUser): readonly ManageGroup[] {
  return groups
    .map(({ title, tiles }) => ({ title, tiles: tiles.filter((tile) => isFor(tile, user)) }))
    .filter(({ tiles }) => tiles.length > 0)
}

/** DISTRICT-8: by the permission of the tile or of its page. */
function isFor({ to, permission, unless }: ManageTile, user: CurrentUser): boolean {
  const needed = permission ?? permissionOfPage(to)
  if (needed === null || (unless !== undefined && holds(user, unless))) return false
  return holds(user, needed)
}

/** Null: no number (yet); the tile works without it. */
export function formatCount({ count }: ManageTile, overview: Overview | undefined): string | null {
  if (!count || !overview) return null
  const counted = overview[count[0]]
  return counted === null ? null : `${inThousands(counted)} ${count[1]}`
}
