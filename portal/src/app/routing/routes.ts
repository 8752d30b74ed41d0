/** One line per route: the specification's (ROUTE-1 to ROUTE-4, ROUTE-6), then our own. */
export interface StaticRoute {
  readonly path: `/${string}`
  readonly title: string
  /** `<folder>/<file>` below `features/`, without `.page.tsx`. */
  readonly page: string
  /** `shell`: with header and menu around it. */
  readonly place: "bare" | "shell"
  readonly metaId?: "home" | "task" | "domain"
  readonly name?: "oldpage" | "vuepage"
  /** ROUTE-6: on the whitelist, goes on without a user. */
  readonly isOpen?: true
  readonly isLogin?: true
  /** DAY-7: the monitor is not drawn over it. */
  readonly showsAlarms?: true
}

export const startPath = "/newLogin"
export const homePath = "/main/home"

/** LOGIN-3: each login variant has its page; all share one engine. */
function login(path: `/${string}`, title: string, page: string): StaticRoute {
  return { path, title, page: `login/${page}`, place: "bare", isOpen: true, isLogin: true }
}

export const staticRoutes: readonly StaticRoute[] = [
  login("/newLogin", "登录", "login"),
  login("/defaultLogin", "账号登录", "default-login"),
  login("/eduLogin", "教育局登录", "edu-login"),
  login("/gzLogin", "区域门户登录", "gz-login"),
  login("/demoLogin", "演示登录", "demo-login"),
  login("/adminLogin", "管理员登录", "admin-login"),
  { path: "/demo1", title: "功能演示", page: "demo/demo", place: "bare", isOpen: true },
  { path: "/task", title: "任务", page: "tasks/task", place: "shell", metaId: "task" },
  { path: "/domain", title: "授权域名", page: "domains/domain", place: "shell", metaId: "domain" },
  {
    path: "/getQrcode",
    title: "扫码确认",
    page: "reauth/qrcode",
    place: "bare",
    metaId: "domain",
    isOpen: true,
  },
  { path: "/mainBox", title: "页面", page: "hosting/main-box", place: "bare", isOpen: true },
  { path: "/main/home", title: "首页", page: "home/home", place: "shell", metaId: "home" },
  {
    path: "/main/applications",
    title: "应用",
    page: "applications/applications",
    place: "shell",
    metaId: "home",
  },
  { path: "/main/manage", title: "管理", page: "manage/manage", place: "shell", metaId: "home" },
  { path: "/main/service", title: "服务", page: "news/news", place: "shell", metaId: "home" },
  { path: "/main/oldpage", title: "页面", page: "hosting/old-page", place: "shell", name: "oldpage" },
  { path: "/main/vuepage", title: "页面", page: "hosting/vue-page", place: "shell", name: "vuepage" },
  { path: "/main/setHomeLayout", title: "首页布局", page: "home/set-home-layout", place: "shell" },
  { path: "/main/orgTree", title: "组织机构", page: "directory/org-tree", place: "shell" },
  { path: "/main/peopleTree", title: "人员", page: "directory/people-tree", place: "shell" },
  { path: "/main/demo", title: "功能演示", page: "demo/demo", place: "shell", isOpen: true },
  { path: "/activate", title: "激活账号", page: "login/activate", place: "bare", isOpen: true },
  { path: "/signInByOther", title: "登录", page: "login/by-other", place: "bare", isOpen: true },
  { path: "/forgotPassword", title: "找回密码", page: "login/forgot-password", place: "bare", isOpen: true },
  {
    path: "/main/screen",
    title: "大屏",
    page: "screens/screen",
    place: "bare",
    isOpen: true,
    showsAlarms: true,
  },
  { path: "/signOn", title: "登录应用", page: "applications/sign-on", place: "shell" },
  { path: "/main/applicationAccess", title: "应用接入", page: "applications/access", place: "shell" },
  { path: "/main/apiDocs", title: "接口文档", page: "api-docs/api-docs", place: "shell" },
  {
    path: "/main/identitySources",
    title: "登录来源",
    page: "identity-sources/identity-sources",
    place: "shell",
  },
  { path: "/main/profile", title: "个人资料", page: "account/profile", place: "shell" },
  { path: "/main/account", title: "账号与安全", page: "account/account", place: "shell" },
  { path: "/main/alarms", title: "预警处置", page: "alarms/alarms", place: "shell" },
  { path: "/main/alarmSources", title: "预警来源", page: "alarm-sources/alarm-sources", place: "shell" },
  { path: "/main/screens", title: "大屏", page: "screens/screens", place: "shell" },
  { path: "/main/drills", title: "应急演练", page: "drills/drills", place: "shell" },
  { path: "/main/patrols", title: "安全巡查", page: "patrols/patrols", place: "shell" },
  { path: "/main/hazards", title: "隐患治理", page: "hazards/hazards", place: "shell" },
  { path: "/main/assessments", title: "考核评估", page: "assessments/assessments", place: "shell" },
  { path: "/main/notices", title: "通知公告", page: "notices/notices", place: "shell" },
  { path: "/main/newsColumns", title: "栏目管理", page: "news/news-columns", place: "shell" },
  { path: "/main/newsAdmin", title: "新闻管理", page: "news/news-admin", place: "shell" },
  { path: "/main/newsEditor", title: "写新闻", page: "news/news-editor", place: "shell" },
  { path: "/main/friendLinks", title: "友情链接", page: "news/friend-links", place: "shell" },
  { path: "/main/menus", title: "菜单管理", page: "menus/menus", place: "shell" },
  { path: "/main/dictionary", title: "数据字典", page: "dictionary/dictionary", place: "shell" },
  { path: "/main/grids", title: "网格管理", page: "grids/grids", place: "shell" },
  { path: "/main/buildings", title: "楼宇管理", page: "buildings/buildings", place: "shell" },
  { path: "/main/modules", title: "模块管理", page: "modules/modules", place: "shell" },
  { path: "/main/areas", title: "区域管理", page: "areas/areas", place: "shell" },
  { path: "/main/alarmTypes", title: "预警类型与等级", page: "alarm-tables/alarm-tables", place: "shell" },
  { path: "/main/signedIn", title: "在线用户", page: "online-users/online-users", place: "shell" },
  { path: "/main/imports", title: "数据导入", page: "imports/imports", place: "shell" },
  { path: "/main/roles", title: "角色管理", page: "roles/roles", place: "shell" },
  { path: "/main/status", title: "运行状态", page: "status/status", place: "shell" },
  { path: "/main/logs", title: "安全日志", page: "logs/logs", place: "shell" },
]

/** Addresses that only redirect. */
export const redirects: readonly { readonly from: `/${string}`; readonly to: `/${string}` }[] = [
  { from: "/", to: startPath },
  { from: "/main", to: homePath },
]

/** As the router reads a path: decoded, without a slash at the end, case-insensitive. */
export function plainPath(path: string): string {
  let decoded = path
  try {
    decoded = decodeURI(path)
  } catch {
    // An incomplete percent sign is plain text.
  }
  return decoded.replace(/\/+$/, "").toLowerCase() || "/"
}

export function staticRouteAt(path: string): StaticRoute | null {
  return staticRoutes.find((route) => plainPath(route.path) === plainPath(path)) ?? null
}

/** How the guard treats an address; one in no table may still be a menu's (`/12/34`). */
export function accessTo(path: string): "open" | "closed" | "unknown" {
  const route = staticRouteAt(path)
  if (route) return route.isOpen ? "open" : "closed"
  // `/` redirects to the login page, and `/main` to a page that the guard checks.
  if (redirects.some(({ from }) => plainPath(from) === plainPath(path))) return "open"
  return /^(\/[0-9]+)+\/?$/.test(path) ? "closed" : "unknown"
}

/** First parts of paths that no menu may use. */
export const reservedIds: ReadonlySet<string> = new Set(
  staticRoutes.map(({ path }) => plainPath(path).split("/")[1] ?? ""),
)
