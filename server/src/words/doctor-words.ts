/** What only the command `doctor` says; what the page says too has its Chinese in the contract. */
export const doctorWords: Readonly<Record<string, string>> = {
  "All variables can be used": "所有环境变量均可使用",
  "Set it as the README's table says, or unset it; all else is checked once the variables are right":
    "按README中的表格设置，或删除该变量；变量正确后再检查其他各项",
  "Port {port} on {host} is free": "{host}的端口{port}可以使用",
  "PORT=0: any free port is taken": "PORT=0：使用任意空闲端口",
  "The product is running on {host}:{port}": "服务正在{host}:{port}运行",
  "Port {port} on {host} is taken by another program": "{host}的端口{port}被其他程序占用",
  "Stop what uses it, or set PORT to another one": "停止占用它的程序，或把PORT改为其他端口",
  "Port {port} on {host} may not be used by this user": "当前用户不能使用{host}的端口{port}",
  "Set PORT to one above 1023": "把PORT改为1023以上的端口",
  "{host} is no address of this machine": "{host}不是本机的地址",
  "Set HOST to one that is": "把HOST改为本机的地址",
  "Can't listen on {host}:{port} ({reason})": "无法监听{host}:{port}（{reason}）",
  "Set HOST and PORT to others": "更换HOST和PORT",
  "Trusted proxies: {count}; X-Forwarded-Proto arrives, and 运行状态 says whether X-Forwarded-For does too":
    "信任的代理层数：{count}；X-Forwarded-Proto已传到，X-Forwarded-For是否传到见“运行状态”",
  "No account has the demo password": "没有账号使用演示密码",
  "Demo mode is on: everybody knows the demo password": "演示模式已打开：演示密码是公开的",
  "Accounts have the demo password, which everybody knows, and demo mode is off ({reason})":
    "有账号使用公开的演示密码，而演示模式未打开（{reason}）",
  "Begin with an empty database and {command}, or set DEMO=on for a trial":
    "从空数据库和{command}开始；试用请设置DEMO=on",
  "Demo mode is on, but organisations are there that the demo data did not make":
    "演示模式已打开，但数据库中是正式单位，不是演示数据",
  "Set DEMO=off; for a trial use another DATA_DIR or DATABASE_URL":
    "设置DEMO=off；试用请换一个DATA_DIR或DATABASE_URL",
  "Whether accounts have the demo password could not be read ({reason})":
    "无法检查是否有账号使用演示密码（{reason}）",
  "Mend that, and run the command again": "处理后再次运行本命令",
  "{path} can't be written ({reason}): nothing can be archived there":
    "{path}无法写入（{reason}），不能在其中归档",
  "Have it belong to the user that the service runs as, or set DATA_DIR or ARCHIVE_TO to another folder":
    "让运行服务的用户拥有该目录，或把DATA_DIR、ARCHIVE_TO改到别处",
  "Backups can be written to {folder}": "可以写入{folder}",
  "The folder {folder} of BACKUP_TO is not there": "BACKUP_TO的目录{folder}不存在",
  "Make it, and have it belong to the user that the service runs as": "建立该目录，并交给运行服务的用户",
  "Nothing can be written into {folder} of BACKUP_TO ({reason})":
    "BACKUP_TO的目录{folder}无法写入（{reason}）",
  "Have it belong to the user that the service runs as; under systemd name it in ReadWritePaths= too":
    "让运行服务的用户拥有该目录；使用systemd时还要写进ReadWritePaths=",
  "Whether the service can write into {folder} of BACKUP_TO can't be told by root":
    "当前是root，无法判断服务能否写入BACKUP_TO的目录{folder}",
  "Run the command as the user that DATA_DIR belongs to (its number is {owner})":
    "用拥有DATA_DIR的用户（编号{owner}）运行本命令",
  "Configured; how the last ones went can't be told while the database is not running":
    "已配置；数据库未运行，无法得知最近的备份是否成功",
  "Run the command again once {command} runs": "{command}运行后再次检查",
  "The embedded PostgreSQL is not running: {command} starts it, and it is checked while it runs":
    "内置的PostgreSQL没有运行：{command}会启动它，运行时再检查",
  "None stands before PostgreSQL": "PostgreSQL前没有连接池",
  "One stands before PostgreSQL; DATABASE_LISTEN_URL leads past it":
    "PostgreSQL前有连接池，DATABASE_LISTEN_URL可以绕过它",
  "docs/several-machines.md has a sample; the database is checked further once this is right":
    "示例见docs/several-machines.md；改好后再检查数据库的其他各项",
  "Whether a pooler stands before PostgreSQL could not be found out ({reason})":
    "无法判断PostgreSQL前有没有连接池（{reason}）",
  "Check DATABASE_LISTEN_URL, where it is set, and the network": "检查DATABASE_LISTEN_URL（如已设置）和网络",
  "How many connections are left could not be read ({reason})": "无法得知还剩多少连接（{reason}）",
  "docs/several-machines.md says how many each process needs":
    "每个进程需要多少连接，见docs/several-machines.md",
  "DATABASE_READ_URL leads to a standby of this database": "DATABASE_READ_URL指向该数据库的备库",
  "DATABASE_READ_URL leads to the primary itself: it takes no reads off it":
    "DATABASE_READ_URL指向主库本身，不能分担读取",
  "Set it to a standby, or add ?target_session_attrs=prefer-standby":
    "改为备库，或加上?target_session_attrs=prefer-standby",
  "DATABASE_READ_URL leads to no copy of this database: nothing is ever read there":
    "DATABASE_READ_URL指向的不是该数据库的副本，不会从那里读取",
  "Set it to a standby of the server in DATABASE_URL": "改为DATABASE_URL中服务器的备库",
  "DATABASE_READ_URL can't be read from ({reason}): the primary answers everything":
    "无法从DATABASE_READ_URL读取（{reason}），全部由主库承担",
  "Check the address, whether PostgreSQL is running there, and the network between":
    "检查地址、那里的PostgreSQL是否在运行，以及之间的网络",
  "Database connections: this process may have {size} ({own}); {sums}":
    "数据库连接：本进程最多使用{size}个；{sums}",
  "{processes} processes may have {sum} of the {allowed} of {what}, others use {others}":
    "{processes}个进程最多使用{sum}个（{what}允许{allowed}个），其他程序用了{others}个",
  "1 process may have {sum} of the {allowed} of {what}, others use {others}":
    "1个进程最多使用{sum}个（{what}允许{allowed}个），其他程序用了{others}个",
  "Nothing is wrong.": "没有发现问题。",
  "Nothing is wrong; {count} to look at.": "没有错误；有{count}项需要留意。",
  "{count} things are wrong: {command} would fail, or the site would not work as it should.":
    "有{count}项错误：{command}会失败，或系统不能正常工作。",
  "1 thing is wrong: {command} would fail, or the site would not work as it should.":
    "有1项错误：{command}会失败，或系统不能正常工作。",
  Variables: "环境变量",
  Port: "端口",
  Proxy: "反向代理",
  "Demo accounts": "演示账号",
  Pooler: "连接池",
  Replica: "只读副本",
}
