/** What a check of 运行状态 may find. `unknown`: it could not be made, which is neither good nor bad. */
export const checkStates = ["error", "warning", "unknown", "ok"] as const
export type CheckState = (typeof checkStates)[number]

export const checkTitles = {
  database: "数据库连接",
  databaseVersion: "数据库版本",
  databaseRole: "数据库角色",
  durability: "数据库落盘设置",
  encoding: "数据库编码",
  connections: "数据库连接数",
  clock: "时钟与时区",
  replication: "主备复制",
  migrations: "数据库结构",
  processes: "服务进程",
  jobs: "定时任务",
  messages: "短信与提醒队列",
  imports: "数据导入队列",
  applications: "应用通知队列",
  dataDir: "数据目录",
  disk: "磁盘空间",
  backup: "备份",
  months: "按月分区与归档",
  certificate: "HTTPS 证书",
  proxy: "反向代理",
  sms: "短信网关",
  webhook: "提醒转发地址",
  pepper: "密码加密密钥",
  node: "Node.js 版本",
} as const
export type CheckId = keyof typeof checkTitles

export interface FindingWords {
  /** What was found; `{name}` stands for a value of the finding. */
  readonly found: string
  /** What to do about it. */
  readonly todo?: string
}

interface DeclaredFinding extends FindingWords {
  readonly state: CheckState
}

function ok(found: string): DeclaredFinding {
  return { state: "ok", found }
}
function warning(found: string, todo: string): DeclaredFinding {
  return { state: "warning", found, todo }
}
function error(found: string, todo: string): DeclaredFinding {
  return { state: "error", found, todo }
}
function unknown(found: string, todo: string): DeclaredFinding {
  return { state: "unknown", found, todo }
}

/** OPS-4: every finding by its code, as the page says it; `npm run doctor` has its own words for the same codes. */
export const findingWords = {
  "check.late": unknown("未能在 {seconds} 秒内得出结果", "稍后会自动重试；多次如此，请检查网络和数据库负载"),
  "check.failed": unknown("检查未能完成（{reason}）", "稍后会自动重试；多次如此，请查看服务日志"),

  "database.ok": ok("可以连接，{ms} 毫秒内应答"),
  "database.unreachable": error("无法连接（{reason}）", "检查 DATABASE_URL、数据库是否在运行以及网络"),
  "databaseVersion.ok": ok("PostgreSQL {version}"),
  "databaseVersion.old": error("PostgreSQL {version} 版本过低", "升级到 PostgreSQL 15 或更高版本"),
  "databaseRole.ok": ok("角色 {role} 受行级安全约束"),
  "databaseRole.unbound": error(
    "角色 {role} 是超级用户或带有 BYPASSRLS，行级安全对它不起作用",
    "在 DATABASE_URL 中改用普通角色，并让它成为数据库的所有者",
  ),
  "durability.ok": ok("已确认的数据不会因断电丢失"),
  "durability.off": error("{settings} 已关闭，断电时可能丢失已确认的数据", "在 PostgreSQL 中打开 {settings}"),
  "encoding.ok": ok("UTF8"),
  "encoding.other": error("编码为 {encoding}，不能正确保存中文", "新建编码为 UTF8 的数据库，再把数据迁入"),
  "connections.ok": ok("已用 {used} 个，共 {most} 个"),
  "connections.many": warning(
    "已用 {used} 个，共 {most} 个，即将用尽",
    "减少服务进程，或调大 PostgreSQL 的 max_connections",
  ),
  "clock.ok": ok("与数据库相差 {ms} 毫秒；数据库时区 {databaseZone}，本机时区 {zone}"),
  "clock.differs": warning("本机时钟与数据库相差 {seconds} 秒", "在两台机器上启用时间同步（NTP）"),
  "clock.wrong": error(
    "本机时钟与数据库相差 {seconds} 秒，验证码和登录有效期会出错",
    "立即在两台机器上启用时间同步（NTP）",
  ),
  "clock.noZone": error("数据库不认识时区 Asia/Shanghai", "为 PostgreSQL 安装时区数据（tzdata）"),
  "replication.none": ok("没有备库"),
  "replication.ok": ok("{count} 个备库，延迟 {seconds} 秒"),
  "replication.lagging": warning("备库延迟 {seconds} 秒", "检查备库负载和主备之间的网络"),
  "replication.asynchronous": warning(
    "有 {count} 个备库，但未启用同步复制：主库损坏时，刚保存的数据可能丢失",
    "由数据库管理员设置 synchronous_standby_names（Patroni：synchronous_mode）",
  ),
  "replication.hidden": unknown(
    "有 {count} 个备库，当前角色看不到延迟",
    "由数据库管理员执行：GRANT pg_read_all_stats TO {role}",
  ),
  "replication.standby": error(
    "连接到的是只读备库，无法保存数据",
    "把 DATABASE_URL 指向主库；正在切换时请等待切换完成",
  ),
  "migrations.ok": ok("已是最新（{newest}）"),
  "migrations.empty": ok("数据库为空，启动时会自动建表"),
  "migrations.pending": warning("有 {count} 项结构变更尚未执行", "先备份，再启动新版本，启动时会自动执行"),
  "migrations.newer": error(
    "数据库已由更新的版本升级（{name}）",
    "用不低于该版本的程序启动；如需退回，请恢复升级前的备份",
  ),
  "migrations.earlier": error(
    "数据库来自不再支持的早期版本（{name}）",
    "换用空的数据库，或继续使用原来的版本",
  ),
  "migrations.changed": error(
    "结构变更 {name} 在执行之后被改动过",
    "换回发布的程序文件；不要改动已发布的结构变更",
  ),

  "processes.ok": ok("{count} 个进程运行正常"),
  "processes.none": unknown("尚无进程报告状态", "进程启动后约 15 秒报告一次，请稍候"),
  "processes.silent": warning(
    "{count} 个进程超过 {seconds} 秒未报告状态",
    "查看这些进程是否异常退出或卡住；已停用的进程 10 分钟后不再列出",
  ),
  "processes.mixed": warning("进程的版本不一致（{versions}）", "升级尚未完成；请把所有进程升级到同一版本"),
  "processes.busy": warning(
    "{count} 个进程响应迟缓，事件循环最长延迟 {ms} 毫秒",
    "检查这台机器的 CPU 负载，或增加服务进程",
  ),
  "jobs.ok": ok("{count} 项任务运行正常"),
  "jobs.none": unknown("尚无运行记录", "任务按各自的间隔运行，请稍候"),
  "jobs.failed": error("{names} 最近一次运行失败", "查看服务日志中的错误；下次运行成功后自动恢复"),
  "jobs.late": warning("{names} 未按时运行", "先看磁盘是否已满；磁盘正常时查看服务进程是否卡住，必要时重启"),
  "messages.ok": ok("没有积压"),
  "messages.waiting": warning(
    "{count} 条待发，最早的已等待 {seconds} 秒",
    "检查短信网关和提醒转发地址能否连通",
  ),
  "messages.failed": warning(
    "最近一小时有 {count} 条发送失败",
    "查看服务日志中网关的应答，核对地址、密钥和余额",
  ),
  "applications.ok": ok("没有积压"),
  "applications.waiting": warning(
    "{count} 条退出或变更通知未送达，最早的已等待 {minutes} 分钟",
    "在应用接入中查看是哪个应用及其应答；会自动重试，应用恢复后补发",
  ),
  "applications.givenUp": warning(
    "最近一天有 {count} 条退出或变更通知已放弃",
    "在应用接入中查看是哪个应用及其应答；变更通知可以重新发送",
  ),
  "imports.ok": ok("没有积压"),
  "imports.stuck": warning(
    "{count} 个导入超过 {minutes} 分钟没有进展",
    "在数据导入页面查看；处理它的进程可能已退出，可取消后重新导入",
  ),

  "dataDir.ok": ok("可以写入"),
  "dataDir.missing": ok("尚不存在，启动时会自动建立"),
  "dataDir.closed": error("无法写入（{reason}）", "让运行服务的系统用户拥有该目录，或把 DATA_DIR 改到别处"),
  "dataDir.open": warning("密钥文件可被其他系统用户读取", "在数据目录中执行：chmod 600 secrets.json"),
  "disk.ok": ok("剩余/总量：{folders}"),
  "disk.low": warning("{folder} 所在磁盘仅剩 {free}", "清理磁盘或扩容；低于 {least} 时服务可能停止"),
  "disk.full": error("{folder} 所在磁盘仅剩 {free}，数据可能无法保存", "立即清理磁盘或扩容"),
  "backup.ok": ok("最近一次备份成功：{at}"),
  "backup.none": warning("未配置每晚自动备份", "设置 BACKUP_TO；或确认数据库已由其他方式备份"),
  "backup.byHand": warning(
    "最近一次手动备份：{at}；未配置每晚自动备份",
    "设置 BACKUP_TO；或确认数据库已由其他方式备份",
  ),
  "backup.first": ok("已配置，尚未到首次备份的时间"),
  "backup.missed": warning(
    "最近一次备份成功：{at}，昨晚没有成功的备份",
    "查看服务日志和备份位置的剩余空间，并手动执行 npm run backup",
  ),
  "backup.late": error(
    "超过 {hours} 小时没有成功的备份",
    "查看服务日志和备份位置的剩余空间，并手动执行 npm run backup",
  ),
  "backup.failed": error(
    "最近一次备份失败（{at}）",
    "查看服务日志和备份位置的剩余空间，并手动执行 npm run backup",
  ),

  "months.ok": ok("后续月份的分区已备好；已归档 {archived} 份，其中 {back} 份已临时调回"),
  "months.missing": error(
    "下个月的分区尚未建立：{tables}",
    "数据仍会保存，但查询会变慢；查看服务日志中 keep-months 的报错并处理",
  ),
  "months.unplaced": warning(
    "有数据尚未归入所属月份：{tables}",
    "通常会在 10 分钟内自动归位；持续出现时请检查服务器时钟和服务日志",
  ),

  "certificate.none": ok("未使用 HTTPS 地址，无需证书"),
  "certificate.ok": ok("剩余 {days} 天，{until} 到期"),
  "certificate.expiring": warning("剩余 {days} 天，{until} 到期", "请尽快续期，并让代理重新加载证书"),
  "certificate.ending": error("仅剩 {days} 天，{until} 到期", "立即续期，并让代理重新加载证书"),
  "certificate.expired": error("已于 {until} 过期，浏览器会拒绝访问", "立即续期，并让代理重新加载证书"),
  "certificate.early": error("{from} 才开始生效，浏览器会拒绝访问", "检查这台机器的时钟，或更换证书"),
  "certificate.name": error("证书不适用于 {host}（证书中的域名：{names}）", "更换包含 {host} 的证书"),
  "certificate.selfSigned": error(
    "证书是自签名的，浏览器会警告",
    "改用受信任机构签发的证书；内部机构的根证书须装到每台电脑",
  ),
  "certificate.chain": error(
    "证书链不完整或不受信任（{reason}）",
    "在代理中配置完整证书链（含中间证书）；内部机构请为服务设置 NODE_EXTRA_CA_CERTS",
  ),
  "certificate.unreachable": unknown(
    "从服务器无法连接 {host}（{reason}）",
    "如果外部可以正常访问，可忽略；否则检查代理和域名解析",
  ),
  "certificate.noTls": error("{host} 没有按 HTTPS 应答（{reason}）", "检查代理的 HTTPS 端口和证书配置"),
  "proxy.none": ok("未使用反向代理"),
  "proxy.ok": ok("信任 {count} 层代理，转发头正确"),
  "proxy.trusted": ok("信任 {count} 层代理"),
  "proxy.plain": warning(
    "网站地址使用 http，登录信息未加密传输",
    "为网站配置 HTTPS，并把 STATIC_ADDRESS 改为 https 地址",
  ),
  "proxy.open": warning(
    "服务直接对外监听（{host}），没有 HTTPS 代理",
    "在前面加一层 HTTPS 代理，并设置 STATIC_ADDRESS 和 TRUST_PROXY",
  ),
  "proxy.noProtocol": error(
    "代理没有传递 X-Forwarded-Proto，请求被当作 http 处理",
    "在代理中设置 X-Forwarded-Proto，并核对 TRUST_PROXY",
  ),
  "proxy.noAddress": warning(
    "请求看起来都来自本机，代理没有传递 X-Forwarded-For",
    "在代理中设置 X-Forwarded-For，并核对 TRUST_PROXY",
  ),
  "sms.none": ok("未配置，短信验证码不可用"),
  "sms.screen": ok("演示模式，短信显示在页面上"),
  "sms.ok": ok("可以连接 {host}"),
  "sms.unreachable": error("无法连接 {host}（{reason}）", "检查 SMS_GATEWAY_URL、网络和防火墙"),
  "webhook.none": ok("未配置"),
  "webhook.ok": ok("可以连接 {host}"),
  "webhook.unreachable": error("无法连接 {host}（{reason}）", "检查 REMINDER_WEBHOOK_URL、网络和防火墙"),
  "pepper.ok": ok("强度足够，由 PEPPER 设置"),
  "pepper.stored": ok("强度足够，保存在数据目录中"),
  "pepper.unmade": ok("首次启动时自动生成"),
  "pepper.alone": warning(
    "只保存在这台机器的数据目录中，其他机器无法共用",
    "设置 PEPPER，让所有服务器使用同一个密钥，并离线保存一份",
  ),
  "pepper.weak": warning(
    "过于简单，容易被猜到",
    "在投入使用之前换成随机的长密钥；已有密码的网站更换后，所有人都要重设密码",
  ),
  "pepper.broken": error(
    "数据目录中的密钥文件 secrets.json 无法读取",
    "用备份恢复该文件；没有它，已保存的密码都无法使用",
  ),
  "pepper.other": error(
    "与数据库中密码所用的密钥不一致",
    "把 PEPPER 设为原来的密钥，或把原来的 secrets.json 放回 DATA_DIR",
  ),
  "node.ok": ok("{version}"),
  "node.old": error("{version} 版本过低", "升级到 Node.js 20.19 或更高版本"),
  "node.ended": warning("{version} 已停止维护，不再有安全更新", "升级到仍在维护的 Node.js 版本"),
} as const satisfies Readonly<Record<string, DeclaredFinding>>
export type FindingCode = keyof typeof findingWords

export type FindingValues = Readonly<Record<string, string | number>>

/** The sentence with its values; one that is missing is a dash, never an empty place. */
export function filledIn(words: string, values: FindingValues): string {
  return words.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => String(values[name] ?? "—"))
}
