import { backupWords } from "./backup-words.ts"
import { commandWords } from "./command-words.ts"
import { doctorWords } from "./doctor-words.ts"

/** What a start says that can't be carried out, and the reasons why variables can't be used. */
const startWords: Readonly<Record<string, string>> = {
  "These variables can't be used:": "以下环境变量无法使用：",
  "is not known; {meant} is meant, or unset it": "不认识这个变量，应为{meant}；不需要请删除",
  "is on or off": "应为on或off",
  "is zh or en": "应为zh或en",
  "is a whole number from {least} to {most}": "应为{least}到{most}之间的整数",
  "is a number from {least} to {most}": "应为{least}到{most}之间的数字",
  "is a number, or 0 for no limit": "应为数字，0表示不限制",
  "is an address that begins with http:// or https://": "应为以http://或https://开头的地址",
  "has at least 16 characters": "至少16个字符",
  "has at least 12 characters": "至少12个字符",
  "has at least 32 characters; make one with: openssl rand -hex 32":
    "至少32个字符，可以用以下命令生成：openssl rand -hex 32",
  "has at least 16 characters out of A-Z a-z 0-9 - . _ ~ + / =":
    "至少16个字符，只能用A-Z a-z 0-9 - . _ ~ + / =",
  "is the number of an area": "应为区域代码",
  "is a list of addresses and networks with commas between them, as 10.0.0.0/8,192.168.3.7":
    "应为地址或网段，用逗号隔开，例如10.0.0.0/8,192.168.3.7",
  "a gateway needs both its address and a secret": "短信网关的地址和密钥要同时设置",
  "a webhook needs both its address and a secret": "转发地址和密钥要同时设置",
  "backups (BACKUP_TO) are sealed by a passphrase of at least 12 characters; keep it elsewhere too":
    "备份（BACKUP_TO）用口令加密，至少12个字符；请另外保存一份",
  "STATIC_ADDRESS is https, so a proxy stands in front of this server: say how many there are (mostly TRUST_PROXY=1), and have it set X-Forwarded-Proto and X-Forwarded-For; without one STATIC_ADDRESS begins with http:":
    "STATIC_ADDRESS是https，说明前面有反向代理：请写明有几层（一般为TRUST_PROXY=1），并让代理设置X-Forwarded-Proto和X-Forwarded-For；没有代理时STATIC_ADDRESS应以http:开头",
  "needs DATABASE_URL beside it": "要同时设置DATABASE_URL",
  "can't be written ({reason})": "无法写入（{reason}）",
  "is no address like postgresql://role:password@host:5432/database":
    "应为这样的地址：postgresql://用户:密码@主机:5432/数据库",

  "Port {port} on {host} is taken. Stop what uses it, or set {name}PORT to another one.":
    "{host}的端口{port}已被占用。请停止占用它的程序，或把{name}PORT改为其他端口。",
  "Port {port} on {host} may not be used by this user. Set {name}PORT to one above 1023.":
    "当前用户不能使用{host}的端口{port}。请把{name}PORT改为1023以上的端口。",
  "{host} is no address of this machine. Set {name}HOST to one that is.":
    "{host}不是本机的地址。请把{name}HOST改为本机的地址。",
  "Can't listen on {host}:{port}: {reason}": "无法监听{host}:{port}：{reason}",
  "DATA_DIR ({path}) can't be written ({reason}). Have it belong to the user that the product runs as, or set DATA_DIR to another folder.":
    "DATA_DIR（{path}）无法写入（{reason}）。请让运行服务的用户拥有该目录，或把DATA_DIR改到别处。",
  "The database can't be reached: {reason}": "无法连接数据库：{reason}",
  "The database was not there within {seconds} s (DATABASE_WAIT_S): {reason}. Check that it runs and that DATABASE_URL leads to it, or let the start wait longer.":
    "{seconds}秒（DATABASE_WAIT_S）内未能连上数据库：{reason}。请检查数据库是否在运行、DATABASE_URL是否正确，或延长等待时间。",
  "PostgreSQL 15 or later is needed.": "需要PostgreSQL 15或更高版本。",
  "The role {role} of DATABASE_URL is a superuser or has BYPASSRLS, so row-level security would not bind it: use an ordinary role that owns the database.":
    "DATABASE_URL的用户{role}是超级用户或有BYPASSRLS权限，行级安全对它不起作用：请改用拥有该数据库的普通用户。",
  "The database is encoded as {encoding}, which counts Chinese characters wrongly or can't store them. Make one with: create database … encoding 'UTF8' template template0":
    "数据库的编码是{encoding}，不能正确保存中文。请重新建库：create database … encoding 'UTF8' template template0",
  "PostgreSQL runs with {name} = off: what it confirms could be lost. Switch it on.":
    "PostgreSQL的{name}为off，已确认的数据可能丢失。请打开。",
  "This machine's clock is {seconds} s from the database's: codes, sessions and signatures would end at wrong times. Have both set their clocks by NTP.":
    "本机时钟与数据库相差{seconds}秒，验证码、登录和签名的有效期会出错。请在两台机器上启用时间同步（NTP）。",
  "The passwords in this database were stored with another pepper. {advice}":
    "该数据库中的密码是用另一个PEPPER保存的。{advice}",
  "Another machine started on this database first ({since}, Asia/Shanghai), with another pepper. {advice}":
    "另一台机器已先在该数据库上启动（北京时间{since}），用的是另一个PEPPER。{advice}",
  "Set PEPPER to that one, or put the secrets.json that holds it into DATA_DIR: with another pepper no stored password matches.":
    "请把PEPPER设为那一个，或把保存它的secrets.json放进DATA_DIR：换了PEPPER，所有密码都对不上。",
  "Demo mode is on, but this database is not a demo: it holds {count} ({names}) that the demo data did not make. Set DEMO=off for it. For a trial use another DATA_DIR or DATABASE_URL, which may be empty, or delete what is here, all of it, by {command}.":
    "演示模式已打开，但该数据库不是演示数据：其中有正式单位（{names}）。请设置DEMO=off；试用请换一个空的DATA_DIR或DATABASE_URL，或用{command}清空全部数据。",
  "{count} of this database's accounts ({accounts}) have the demo password, which everybody knows, and demo mode is off ({because}). For a trial set DEMO=on. For real work begin with an empty database (another DATA_DIR or DATABASE_URL) and {command}. To go on with this one, start it with DEMO=on where nobody else reaches it, and disable these accounts or give them other passwords first.":
    "该数据库中有{count}个账号（{accounts}）使用公开的演示密码，而演示模式未打开（{because}）。试用请设置DEMO=on；正式使用请从空数据库（另一个DATA_DIR或DATABASE_URL）和{command}开始。要继续使用该数据库，请在别人访问不到的地方用DEMO=on启动，先停用这些账号或修改密码。",
  "This program is older than its database: the program knows the schema up to {known}, the database has {has}. Start the program that the database was last served by, or a newer one; to go back, restore a backup of before the change.":
    "程序比数据库旧：程序的结构版本到{known}，数据库已是{has}。请使用上次运行的版本或更新的版本；要退回旧版本，请恢复升级前的备份。",
  "This database is of a version before the schema's baseline and can't be brought up to date: the database begins with {first}, the program with {own}. Start with an empty DATA_DIR (or with an empty database in DATABASE_URL), or stay on the version that the database was last served by.":
    "该数据库的版本太旧，无法升级：数据库从{first}开始，程序从{own}开始。请使用空的DATA_DIR（或DATABASE_URL中的空数据库），或继续使用原来的版本。",
  "Another process is serving {folder} already; stop it or set another DATA_DIR.":
    "另一个进程正在使用{folder}；请先停止它，或设置另一个DATA_DIR。",
  "The folder {folder} can't be made ({code}). Make it, and give it to the user that runs this (id {user}).":
    "无法建立目录{folder}（{code}）。请建立该目录，并交给运行服务的用户（编号{user}）。",
  "PostgreSQL can't run as root, and the user that it runs as (id {user}) can't enter {folder}: run `chmod o+x {same}` or set DATA_DIR to a folder elsewhere.":
    "PostgreSQL不能以root运行，而它使用的用户（编号{user}）进不了{folder}：请执行`chmod o+x {same}`，或把DATA_DIR改到别处。",
  "There is no embedded PostgreSQL for this platform (npm package {name}). Set DATABASE_URL to a PostgreSQL of your own.":
    "当前平台没有内置的PostgreSQL（npm包{name}）。请把DATABASE_URL设为自己的PostgreSQL。",
  "DATABASE_LISTEN_URL leads to a pooler such as pgbouncer; it must lead to PostgreSQL itself.":
    "DATABASE_LISTEN_URL指向了pgbouncer之类的连接池；它必须直接指向PostgreSQL。",
  "DATABASE_LISTEN_URL and DATABASE_URL lead to different databases or servers: what is written in the one would never be announced in the other.":
    "DATABASE_LISTEN_URL和DATABASE_URL指向了不同的数据库或服务器，消息会传不到。",
  "The database connections of this process don't fit: of the {allowed} of {what} {processes} other processes of this program may have {theirs}, others use {others}, and this one may need {size}; {free} are free. Stop what need not run, {advice}or have PostgreSQL allow more.":
    "数据库连接数不够：{what}允许{allowed}个，本程序的其他{processes}个进程最多用{theirs}个，其他程序用了{others}个，本进程最多需要{size}个，只剩{free}个。请停止不需要的程序、减小POOL_MAX，或让PostgreSQL允许更多连接。",
  "The migration {name} failed.": "数据库升级步骤{name}失败。",
  "The migration {name} has run": "数据库升级步骤{name}已完成",
  Stopping: "正在停止",
  "{site} is ready: {address}": "{site}已启动：{address}",
}

/** OPERATE-8: English as the program writes it, and the Chinese of it. `{name}` stands for a value. */
export const operatorWords: ReadonlyMap<string, string> = new Map(
  [startWords, commandWords, backupWords, doctorWords].flatMap((words) => Object.entries(words)),
)
