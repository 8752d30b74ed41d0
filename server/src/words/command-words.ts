/** Helps, questions, results and refusals of the commands. */
export const commandWords: Readonly<Record<string, string>> = {
  "--{name} is missing.": "缺少--{name}。",
  [`{usage}

Checks the configuration that {start} would use and says what to mend. It changes nothing and sends no message (a file that it
writes into BACKUP_TO is removed at once); the product may be running or not. Ends with 1 where something is wrong.
  --json                  for another program
  --least-free-gb <n>     how much room a disk should have: less is a warning, a fifth of it an error ({least})`]: `{usage}

检查{start}将使用的配置，并说明怎样处理。不改动任何内容，也不发送消息（写进BACKUP_TO的试写文件会立即删除）；
服务是否在运行都可以执行。有错误时退出码为1。
  --json                  供其他程序读取
  --least-free-gb <n>     磁盘至少应剩余多少GB：不足为警告，不足五分之一为错误（默认{least}）`,
  [`{usage}

Writes the whole site into one file: every table, as of one moment, and the secrets of DATA_DIR. The product may run meanwhile.
The file is sealed by a passphrase: BACKUP_PASSPHRASE, or --passphrase-file, or typed. Without it nobody can restore it.
  --verify   restores the file into a database that is thrown away, and compares every table`]: `{usage}

把整个系统写进一个文件：同一时刻的所有数据表，以及DATA_DIR中的密钥。服务可以照常运行。
文件用口令加密：BACKUP_PASSPHRASE、--passphrase-file，或按提示输入。没有口令，谁也无法恢复。
  --verify   把文件恢复到一个临时数据库，逐表核对后删除`,
  [`{usage}

Brings a backup into an empty database: DATABASE_URL, or the embedded one of a new DATA_DIR. All of it or nothing: a restore that
fails or is killed leaves the database empty. The secrets go to DATA_DIR. A backup of an older version is migrated.
  --verify   only checks the file: restores it into a database that is thrown away, and compares every table`]: `{usage}

把备份恢复到空数据库：DATABASE_URL，或新的DATA_DIR中的内置数据库。要么全部恢复，要么一点不留：失败或中断后数据库仍是空的。
密钥写入DATA_DIR。旧版本的备份会自动升级。
  --verify   只检查文件：恢复到一个临时数据库，逐表核对后删除`,
  [`{usage}

Takes the embedded site of DATA_DIR to a PostgreSQL of its own. Stop the product first: what is written during a move would be
lost. The database must be empty and its role an ordinary one. The embedded one stays as it is.`]: `{usage}

把DATA_DIR中的内置数据库迁移到单独的PostgreSQL。请先停止服务：迁移过程中写入的数据会丢失。
目标数据库必须是空的，用户必须是普通用户。内置数据库保持不变。`,
  [`{usage}

Lists the months that have left the database and where their files are.
  --check   reads a file to its end and says what it holds
  --back    makes a month a part of the database again, for {days} days; the product may run meanwhile`]: `{usage}

列出已移出数据库的月份及其文件位置。
  --check   完整读取一个文件，说明其中的内容
  --back    把某个月调回数据库{days}天；服务可以照常运行`,
  [`{usage}

Fills an empty database with organisations, people and what they do all day. Everybody in it has the same, public password.
  --size     tiny: a few schools; small: a district; large: a province
  --seed     another number makes other people and events
  --replace  deletes what the database holds first, all of it`]: `{usage}

在空数据库中生成演示单位、人员和日常数据。所有人使用同一个公开的密码。
  --size     tiny：几所学校；small：一个区；large：一个省
  --seed     换一个数字，生成另一批人员和事件
  --replace  先删除数据库中的全部内容`,
  [`{usage}

Without --reset: makes the first platform administrator of an empty database and prints a one-time password.
With --reset: gives the platform administrator who lost the password or the phone a one-time password, which is printed,
signs them out everywhere and writes it to the audit log. Where there are several, --account names one.
  --phone <mobile>   the phone that codes go to from now on
  --no-phone         no phone any more: without it nobody is asked for a code`]: `{usage}

不带--reset：在空数据库中建立第一位平台管理员，并显示一次性密码。
带--reset：平台管理员忘记密码或更换手机时，显示新的一次性密码，同时退出其所有登录，并记入操作日志。有多位时用--account指定。
  --phone <手机号>   以后接收验证码的手机
  --no-phone         不再登记手机：没有手机的人不会被要求输入验证码`,

  [`Account            {account}
One-time password  {password}
Good until         {until} (Asia/Shanghai), for one sign-in, which asks for a password of your own.`]: `账号        {account}
一次性密码  {password}
有效期至    {until}（北京时间），只能登录一次，登录后要设置自己的密码。`,
  "This database has a platform administrator already, so nothing was changed. An administrator can set a new password for a person who forgot theirs; for the only one who is left: {command}":
    "该数据库已有平台管理员，没有做任何改动。忘记密码的人可由其他管理员重置；只剩一位平台管理员时：{command}",
  "This database has no platform administrator to reset; make one with --account and --name.":
    "该数据库没有可重置的平台管理员；请用--account和--name建立一位。",
  "There are several platform administrators: name one with --account, or let another one reset it in the portal.":
    "有多位平台管理员：请用--account指定一位，或由另一位在系统中重置。",
  "No platform administrator has this account, so nothing was changed.":
    "没有使用该账号的平台管理员，没有做任何改动。",
  "Somebody has this account already, so nothing was changed. Choose another one.":
    "该账号已被使用，没有做任何改动。请换一个账号。",
  "--phone or --no-phone, not both": "--phone和--no-phone只能选一个",

  "Passphrase of the backup: ": "备份的口令：",
  "The same again: ": "再输入一次：",
  "A passphrase has at least {count} characters.": "口令至少{count}个字符。",
  "The two passphrases differ. Nothing was written.": "两次输入的口令不同，没有写入任何内容。",
  "A passphrase is needed: set BACKUP_PASSPHRASE, or name a file that holds it by --passphrase-file.":
    "需要口令：请设置BACKUP_PASSPHRASE，或用--passphrase-file指定保存口令的文件。",
  "--passphrase-file can't be read: {reason}": "无法读取--passphrase-file：{reason}",
  "No passphrase was typed.": "没有输入口令。",
  "Stopped.": "已停止。",
  "The disk is full: {reason}. Make room, and run it again.": "磁盘已满：{reason}。请腾出空间后重试。",
  "This is not the passphrase that {file} was sealed with. Nothing was changed.":
    "口令不对，打不开{file}。没有做任何改动。",
  "{file} is no backup of this product.": "{file}不是本系统的备份。",
  "{file} is no file.": "{file}不是文件。",
  "{file} is there already and stays as it is. Choose another name.":
    "{file}已存在，保持不变。请换一个文件名。",
  "{file} can't be written ({code}): is its folder there, and writable?":
    "无法写入{file}（{code}）：请检查目录是否存在、能否写入。",
  "The disk of {file} is full; nothing was kept of this backup.":
    "{file}所在磁盘已满，没有保留这次备份的任何内容。",
  "{file} is damaged: its head does not match its checksum. Take another copy of it, or an older backup.":
    "{file}已损坏：文件头与校验和不符。请换一份副本，或用更早的备份。",
  "{place} is not empty, and a restore never overwrites anything. Take an empty database (DATABASE_URL) or a new folder (DATA_DIR).":
    "{place}不是空的，恢复不会覆盖任何内容。请使用空数据库（DATABASE_URL）或新的目录（DATA_DIR）。",
  "There is no site in this database: it has no table of ours.": "该数据库中没有本系统的数据表。",
  "PEPPER is set to another one than the backup's, so nobody could sign in. Unset it, or set the site's own. Nothing was changed.":
    "PEPPER与备份中的不同，恢复后没有人能登录。请删除该变量，或设为原来的值。没有做任何改动。",
  "There is no embedded database in {folder}. Set DATA_DIR, or DATABASE_URL.":
    "{folder}中没有内置数据库。请设置DATA_DIR或DATABASE_URL。",
  "There is no embedded database in {folder}. Set DATA_DIR.": "{folder}中没有内置数据库。请设置DATA_DIR。",
  "DATABASE_URL is set, so this site is not embedded. From one PostgreSQL to another: {backup}, then {restore}.":
    "已设置DATABASE_URL，使用的不是内置数据库。从一个PostgreSQL迁到另一个：先{backup}，再{restore}。",
  "--to is the address of the new database, as in DATABASE_URL.":
    "--to应为新数据库的地址，写法同DATABASE_URL。",
  "--to names the file.": "请用--to指定文件。",
  "--from names the file.": "请用--from指定文件。",
  "--least-free-gb takes a number": "--least-free-gb后应为数字",
  "There is no such file.": "没有这个文件。",
  "No month was archived yet.": "尚未归档任何月份。",
  "No organisation is called {name}.": "没有名为{name}的单位。",
  "Nobody answers at {address}. Is the product running? ({command})":
    "{address}没有响应。服务在运行吗？（{command}）",
  "This database holds organisations already, so nothing was changed. With --replace everything in it is deleted first, people, sessions and logs included.":
    "该数据库已有单位，没有做任何改动。加上--replace会先删除其中的全部内容，包括人员、登录和日志。",

  Backup: "备份",
  Size: "大小",
  Verified: "核对",
  Restored: "恢复",
  Moved: "迁移",
  Version: "版本",
  "As of": "时间",
  Tables: "数据表",
  Note: "说明",
  "{count} with {rows} rows": "{count}个，共{rows}行",
  "restored into a scratch database: every table has the same rows": "已恢复到临时数据库，各表内容一致",
  "every table has the same rows in the new database": "新数据库中各表内容一致",
  "the database is read-only, so the manage page does not show this backup":
    "数据库为只读，“管理”页不显示这次备份",
}
