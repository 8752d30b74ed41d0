import type { CheckId, FindingCode, FindingValues, FindingWords } from "@uc/contract/status/findings"
import type { Finding } from "../features/status/checks/finding.ts"
import { ownWords } from "./doctor-own-words.ts"
import { typedCommand } from "../errors/typed-command.ts"

/** What only the command checks: the page is there once the product listens. */
type OwnCheckId =
  | "variables"
  | "port"
  | "proxy"
  | "demoAccounts"
  | "dataDir"
  | "backup"
  | "backupFolder"
  | "embedded"
  | "pooler"
  | "budget"
  | "replica"

export type OwnCode = keyof typeof ownWords

/** A finding of the command's own checks. */
export interface OwnFinding {
  readonly id: OwnCheckId
  readonly code: OwnCode
  readonly values: FindingValues
}

export type DoctorFinding = Finding | OwnFinding

export const englishTitles: Readonly<Record<CheckId | OwnCheckId, string>> = {
  variables: "Variables",
  node: "Node.js",
  dataDir: "DATA_DIR",
  disk: "Disk",
  pepper: "Pepper",
  port: "Port",
  proxy: "Proxy",
  certificate: "Certificate",
  sms: "SMS gateway",
  webhook: "Webhook",
  embedded: "Database",
  database: "Database",
  databaseVersion: "Version",
  databaseRole: "Role",
  durability: "Durability",
  encoding: "Encoding",
  connections: "Connections",
  clock: "Clock",
  replication: "Replication",
  migrations: "Migrations",
  demoAccounts: "Demo accounts",
  backupFolder: "BACKUP_TO",
  pooler: "Pooler",
  budget: "POOL_MAX",
  replica: "Replica",
  backup: "Backup",
  processes: "Processes",
  jobs: "Jobs",
  messages: "Messages",
  imports: "Imports",
  applications: "Notices for applications",
  months: "Months",
}

/** Of checks that only the page makes: they need a product that runs, or a request. */
type PageOnly =
  | `${"processes" | "jobs" | "messages" | "imports" | "applications" | "months"}.${string}`
  | "proxy.ok"
  | "proxy.noAddress"

/** The same findings as the page's, for a terminal; their states are the contract's. */
export const englishWords: Readonly<Record<Exclude<FindingCode, PageOnly>, FindingWords>> = {
  "check.late": {
    found: "No result within {seconds} s",
    todo: "Check the network, and run the command again",
  },
  "check.failed": {
    found: "The check could not be made ({reason})",
    todo: "Mend that, and run the command again",
  },
  "database.ok": { found: "It answers within {ms} ms" },
  "database.unreachable": {
    found: "The database can't be reached ({reason})",
    todo: "Check DATABASE_URL, whether PostgreSQL is running there, and the network between",
  },
  "databaseVersion.ok": { found: "PostgreSQL {version}" },
  "databaseVersion.old": { found: "PostgreSQL {version} is too old", todo: "Use PostgreSQL 15 or later" },
  "databaseRole.ok": { found: "Row-level security binds the role {role}" },
  "databaseRole.unbound": {
    found: "The role {role} is a superuser or has BYPASSRLS: row-level security would not bind it",
    todo: "Use an ordinary role that owns the database in DATABASE_URL",
  },
  "durability.ok": { found: "What is confirmed survives a power cut" },
  "durability.off": {
    found: "PostgreSQL runs with {settings} off: what it confirms could be lost",
    todo: "Switch {settings} on",
  },
  "encoding.ok": { found: "UTF8" },
  "encoding.other": {
    found: "The database is encoded as {encoding}",
    todo: "Make one with: create database … encoding 'UTF8' template template0",
  },
  "connections.ok": { found: "{used} of {most} are in use" },
  "connections.many": {
    found: "{used} of {most} are in use",
    todo: "Run fewer processes, or raise max_connections",
  },
  "clock.ok": { found: "{ms} ms from the database's; time zones {databaseZone} there, {zone} here" },
  "clock.differs": {
    found: "This machine's clock is {seconds} s from the database's",
    todo: "Have both set their clocks by NTP",
  },
  "clock.wrong": {
    found:
      "This machine's clock is {seconds} s from the database's: codes and sessions would end at wrong times",
    todo: "Have both set their clocks by NTP",
  },
  "clock.noZone": {
    found: "The database does not know the time zone Asia/Shanghai",
    todo: "Install the time zones (tzdata) of PostgreSQL",
  },
  "replication.none": { found: "No standby" },
  "replication.ok": { found: "Standbys: {count}, at most {seconds} s behind" },
  "replication.lagging": {
    found: "A standby is {seconds} s behind",
    todo: "Look at its load and at the network between",
  },
  "replication.asynchronous": {
    found:
      "Standbys: {count}, none of them synchronous: what was just confirmed may be lost with the primary",
    todo: "Set synchronous_standby_names (Patroni: synchronous_mode)",
  },
  "replication.hidden": {
    found: "Standbys: {count}, whose lag this role may not see",
    todo: "As a superuser: grant pg_read_all_stats to {role}",
  },
  "replication.standby": {
    found: "This is a standby, which can't be written to",
    todo: "Set DATABASE_URL to the primary, or promote this one",
  },
  "migrations.ok": { found: "Up to date ({newest})" },
  "migrations.empty": { found: "The database is empty: the start makes its tables" },
  "migrations.pending": {
    found: "{count} migrations are pending; the next start applies them",
    todo: "Back up first",
  },
  "migrations.newer": {
    found: "The database was served by a newer program ({name})",
    todo: "Start that one or a newer one; to go back, restore a backup of before",
  },
  "migrations.earlier": {
    found: "The database is of a version before the schema's baseline ({name})",
    todo: "Start with an empty database, or stay on the version that it was last served by",
  },
  "migrations.changed": {
    found: "The migration {name} was changed after it had run here",
    todo: "Use the program as it was released",
  },
  "dataDir.ok": { found: "It can be written to" },
  "dataDir.missing": { found: "Not there yet: the start makes it" },
  "dataDir.closed": {
    found: "{path} can't be written to ({reason})",
    todo: "Give it to the user that runs the product, or set DATA_DIR to another folder",
  },
  "dataDir.open": { found: "Other users of this machine may read the secrets", todo: "chmod 600 {path}" },
  "disk.ok": { found: "Free: {folders}" },
  "disk.low": {
    found: "Only {free} are free on the disk of {folder}",
    todo: "Make room, or use a larger disk; below {least} the product may stop",
  },
  "disk.full": {
    found: "Only {free} are free on the disk of {folder}: data may not be stored",
    todo: "Make room now, or use a larger disk",
  },
  "backup.ok": { found: "The last one was made at {at}" },
  "backup.none": {
    found: "No nightly backup is configured",
    todo: "Set BACKUP_TO, or make sure that the database is backed up in another way",
  },
  "backup.byHand": {
    found: "The last one was made by hand at {at}; no nightly backup is configured",
    todo: "Set BACKUP_TO, or make sure that the database is backed up otherwise",
  },
  "backup.first": { found: "Configured; the first one is still to come" },
  "backup.missed": {
    found: "The last one was made at {at}: none was made last night",
    todo: `Look at the log and at the room at its place, and run ${typedCommand("backup")}`,
  },
  "backup.late": {
    found: "None has succeeded for {hours} hours",
    todo: `Look at the log and at the room at its place, and run ${typedCommand("backup")}`,
  },
  "backup.failed": {
    found: "The last one failed ({at})",
    todo: `Look at the log and at the room at its place, and run ${typedCommand("backup")}`,
  },
  "certificate.none": { found: "STATIC_ADDRESS is not https: there is none to check" },
  "certificate.ok": { found: "Good for {days} days, until {until}" },
  "certificate.expiring": {
    found: "{days} days are left, until {until}",
    todo: "Renew it, and have the proxy load it",
  },
  "certificate.ending": {
    found: "Only {days} days are left, until {until}",
    todo: "Renew it now, and have the proxy load it",
  },
  "certificate.expired": {
    found: "It ended on {until}: browsers refuse it",
    todo: "Renew it now, and have the proxy load it",
  },
  "certificate.early": {
    found: "It begins on {from}: browsers refuse it",
    todo: "Check this machine's clock, or replace it",
  },
  "certificate.name": {
    found: "It is not for {host} (but for {names})",
    todo: "Replace it by one that names {host}",
  },
  "certificate.selfSigned": {
    found: "It is self-signed: browsers warn of it",
    todo: "Use one of an authority that browsers trust",
  },
  "certificate.chain": {
    found: "Its chain is incomplete or not trusted ({reason})",
    todo: "Have the proxy send the whole chain; for an authority of your own set NODE_EXTRA_CA_CERTS",
  },
  "certificate.unreachable": {
    found: "{host} can't be reached from here ({reason})",
    todo: "If browsers reach it, ignore this; otherwise check the proxy and the name's address",
  },
  "certificate.noTls": {
    found: "{host} does not answer as https ({reason})",
    todo: "Check the proxy's https port and certificate",
  },
  "proxy.none": { found: "No proxy in front" },
  "proxy.trusted": {
    found: "Trusted proxies: {count}; they must set X-Forwarded-Proto and X-Forwarded-For",
  },
  "proxy.noProtocol": {
    found: "The proxy at STATIC_ADDRESS does not pass X-Forwarded-Proto on: requests count as plain http",
    todo: "Have it set X-Forwarded-Proto, and check TRUST_PROXY",
  },
  "proxy.plain": {
    found: "STATIC_ADDRESS is plain http: what people type travels unencrypted",
    todo: "Put a proxy with https in front, and set STATIC_ADDRESS to its https address",
  },
  "proxy.open": {
    found: "It listens on {host} for other machines, without https",
    todo: "Put a proxy with https in front, and set STATIC_ADDRESS and TRUST_PROXY",
  },
  "sms.none": { found: "None is configured: no codes are sent" },
  "sms.screen": { found: "Demo mode shows the messages on the screen" },
  "sms.ok": { found: "{host} can be reached" },
  "sms.unreachable": {
    found: "{host} can't be reached ({reason})",
    todo: "Check SMS_GATEWAY_URL, the network and the firewall",
  },
  "webhook.none": { found: "None is configured" },
  "webhook.ok": { found: "{host} can be reached" },
  "webhook.unreachable": {
    found: "{host} can't be reached ({reason})",
    todo: "Check REMINDER_WEBHOOK_URL, the network and the firewall",
  },
  "pepper.ok": { found: "PEPPER is strong" },
  "pepper.stored": { found: "Stored in DATA_DIR" },
  "pepper.unmade": { found: "The first start makes it, in DATA_DIR" },
  "pepper.alone": {
    found: "It is kept in this machine's DATA_DIR alone, and other servers of this database need the same",
    todo: "Set PEPPER on every server, and keep it with the backups",
  },
  "pepper.weak": {
    found: "PEPPER is easily guessed",
    todo: "Use a random one (openssl rand -hex 32) before the first account is made; later nobody's password would match",
  },
  "pepper.broken": {
    found: "{path} can't be read",
    todo: "Restore it from the backup: without it no stored password matches",
  },
  "pepper.other": {
    found: "This database's passwords were stored with another pepper",
    todo: "Set PEPPER to that one, or put the secrets.json that holds it into DATA_DIR",
  },
  "node.ok": { found: "{version}" },
  "node.old": { found: "{version} is too old", todo: "Use Node 20.19 or later" },
  "node.ended": {
    found: "{version} is no longer maintained: it gets no security updates",
    todo: "Use a version that is",
  },
}
