/** What a backup, a restore, a move and an archived month say when they cannot be carried out. */
export const backupWords: Readonly<Record<string, string>> = {
  "Not verified: {reason}": "未通过验证：{reason}",
  "There is no secrets.json in {folder}, and PEPPER is not set. A backup without the site's pepper is of no use: set DATA_DIR or PEPPER as for the product.":
    "{folder}中没有secrets.json，也没有设置PEPPER。没有PEPPER的备份恢复后无法使用：请按服务的配置设置DATA_DIR或PEPPER。",
  "{file} holds another pepper than the backup. Set DATA_DIR to a new folder, or move that file away. Nothing was changed.":
    "{file}中的PEPPER与备份中的不同。请把DATA_DIR改为新目录，或移走该文件。没有改动任何数据。",
  "It is of another version ({version}): its schema has {has}, this program knows the schema up to {known}. Restore it with the version that made it, or a newer one. Nothing was changed.":
    "备份来自其他版本（{version}）：其中的数据库结构版本为{has}，本程序只到{known}。请用生成该备份的版本或更新的版本恢复。没有改动任何数据。",
  "Its migration {name} is not the one that this program has by that name. Restore it with the version that made it.":
    "备份中的数据库升级步骤{name}与本程序的同名步骤不同。请用生成该备份的版本恢复。",
  "This session does not see every row (uc_sees_all).": "当前数据库会话看不到全部数据（uc_sees_all）。",
  "Row-level security may hide rows of {tables} from the backup: a policy there is not the product's own. Nothing was written; remove that policy first.":
    "{tables}上有不属于本产品的行级安全策略，备份可能漏掉数据。没有写入备份，请先删除该策略。",
  "These tables are not as this product makes them: {tables}. What is not the product's own belongs into another schema than public.":
    "以下数据表与本产品的结构不一致：{tables}。不属于本产品的数据表请放到public以外的模式中。",
  "Of the table {name} {restored} rows were restored, and {read} were read.":
    "数据表{name}恢复了{restored}行，而备份中读到{read}行。",
  "The pepper that is set here (PEPPER, or secrets.json in DATA_DIR) is not the one of this database: with it in the backup nobody could sign in after a restore. Nothing was written.":
    "此处设置的PEPPER（或DATA_DIR中的secrets.json）与该数据库的不一致，用它备份，恢复后所有人都无法登录。没有写入备份。",
  "{file} can't be opened: {reason}": "无法打开{file}：{reason}",
  "{file} is damaged: {part} does not match its checksum (byte {at}). Take another copy of it, or an older backup.":
    "{file}已损坏：{part}与校验值不符（第{at}字节）。请使用它的另一份副本或更早的备份。",
  "{file} is cut off: it ends within {part}, after {bytes} bytes. Take another copy of it, or an older backup.":
    "{file}不完整：在{part}中间结束，只有{bytes}字节。请使用它的另一份副本或更早的备份。",
  "{file} was written by {version} in form {form}; this program reads form {own}. Restore it with that version.":
    "{file}由{version}版本写成，格式为{form}，本程序只能读取格式{own}。请用该版本恢复。",
  "public.{name} is {what}, which a backup can't hold. Move it to another schema, or leave it out of this database.":
    "public.{name}是{what}，备份无法包含。请把它移到其他模式，或从该数据库中删除。",
  "There is not enough room to verify it in": "空间不足，无法验证：",
  "{place} {folder}: about {needed} are needed, and {free} are free. The backup itself was not looked into.":
    "{place}{folder}约需{needed}，剩余{free}。备份文件本身尚未检查。",
  "What was restored differs from what was written: {tables}.": "恢复的内容与写入的不一致：{tables}。",
  "The folder {folder} of BACKUP_TO is not there.": "BACKUP_TO的目录{folder}不存在。",
  "This site has archived no {month}: the file is of another site.":
    "本系统没有归档过{month}：该文件属于其他系统。",
  "{month} is in the database already.": "{month}已在数据库中。",
  "{file} is not what was archived: its first line says another table or month than this site has noted. Take another copy.":
    "{file}不是当初归档的文件：首行的数据表或月份与系统的记录不一致。请使用另一份副本。",
  "{file} is not what was archived: it has {rows} rows, and {written} were written, or it was changed. Take another copy.":
    "{file}不是当初归档的文件：现有{rows}行，当初写入{written}行，或内容被改动过。请使用另一份副本。",
  "{file} is no archived month, or is damaged.": "{file}不是归档文件，或已损坏。",
  "{file} is empty.": "{file}是空文件。",
  "{what}Start the release that ran here last, or a newer one.": "{what}请启动上次运行的版本或更新的版本。",
  "{what}To keep the data: stop the product; with the release that ran here last run `{backup}`; then move that folder away (`mv {folder} {same}.{version}`) and run `{restore}` with this release.":
    "{what}要保留数据：停止服务，用上次运行的版本执行`{backup}`，然后移走该目录（`mv {folder} {same}.{version}`），再用本版本执行`{restore}`。",
  "The database's files in {folder} are of PostgreSQL {files}, and this release brings PostgreSQL {ours}, which can't open them. They are untouched. ":
    "{folder}中的数据库文件属于PostgreSQL {files}，本版本自带PostgreSQL {ours}，无法打开。文件没有改动。",
  "The database's user (id {user}) can't enter {folder}; set TMPDIR or a shorter DATA_DIR.":
    "数据库使用的用户（编号{user}）进不了{folder}；请设置TMPDIR或更短的DATA_DIR。",
  "No server takes writes now: {reasons}": "目前没有可以写入的数据库服务器：{reasons}",
  "No server is a standby now: {reasons}": "目前没有备用的数据库服务器：{reasons}",
}
