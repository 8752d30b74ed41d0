import type { CheckState, FindingWords } from "@uc/contract/status/findings"
import { typedCommand } from "../errors/typed-command.ts"

interface OwnWords extends FindingWords {
  readonly state: CheckState
}

/** Of the checks that only the command makes. */
export const ownWords = {
  "variables.ok": { state: "ok", found: "All variables can be used" },
  "variables.wrong": {
    state: "error",
    found: "{name}: {reason}",
    todo: "Set it as the README's table says, or unset it; all else is checked once the variables are right",
  },
  "port.free": { state: "ok", found: "Port {port} on {host} is free" },
  "port.any": { state: "ok", found: "PORT=0: any free port is taken" },
  "port.running": { state: "ok", found: "The product is running on {host}:{port}" },
  "port.taken": {
    state: "error",
    found: "Port {port} on {host} is taken by another program",
    todo: "Stop what uses it, or set PORT to another one",
  },
  "port.forbidden": {
    state: "error",
    found: "Port {port} on {host} may not be used by this user",
    todo: "Set PORT to one above 1023",
  },
  "port.noAddress": {
    state: "error",
    found: "{host} is no address of this machine",
    todo: "Set HOST to one that is",
  },
  "port.other": {
    state: "error",
    found: "Can't listen on {host}:{port} ({reason})",
    todo: "Set HOST and PORT to others",
  },
  "proxy.arrives": {
    state: "ok",
    found:
      "Trusted proxies: {count}; X-Forwarded-Proto arrives, and 运行状态 says whether X-Forwarded-For does too",
  },
  "demoAccounts.ok": { state: "ok", found: "No account has the demo password" },
  "demoAccounts.wanted": { state: "ok", found: "Demo mode is on: everybody knows the demo password" },
  "demoAccounts.found": {
    state: "error",
    found: "Accounts have the demo password, which everybody knows, and demo mode is off ({reason})",
    todo: `Begin with an empty database and ${typedCommand("first-admin")}, or set DEMO=on for a trial`,
  },
  "demoAccounts.otherWorld": {
    state: "error",
    found: "Demo mode is on, but organisations are there that the demo data did not make",
    todo: "Set DEMO=off; for a trial use another DATA_DIR or DATABASE_URL",
  },
  "demoAccounts.unknown": {
    state: "unknown",
    found: "Whether accounts have the demo password could not be read ({reason})",
    todo: "Mend that, and run the command again",
  },
  "dataDir.spare": {
    state: "warning",
    found: "{path} can't be written ({reason}): nothing can be archived there",
    todo: "Have it belong to the user that the service runs as, or set DATA_DIR or ARCHIVE_TO to another folder",
  },
  "backupFolder.ok": { state: "ok", found: "Backups can be written to {folder}" },
  "backupFolder.missing": {
    state: "error",
    found: "The folder {folder} of BACKUP_TO is not there",
    todo: "Make it, and have it belong to the user that the service runs as",
  },
  "backupFolder.closed": {
    state: "error",
    found: "Nothing can be written into {folder} of BACKUP_TO ({reason})",
    todo: "Have it belong to the user that the service runs as; under systemd name it in ReadWritePaths= too",
  },
  "backupFolder.otherUser": {
    state: "unknown",
    found: "Whether the service can write into {folder} of BACKUP_TO can't be told by root",
    todo: "Run the command as the user that DATA_DIR belongs to (its number is {owner})",
  },
  "backup.unread": {
    state: "unknown",
    found: "Configured; how the last ones went can't be told while the database is not running",
    todo: `Run the command again once ${typedCommand("start")} runs`,
  },
  "embedded.stopped": {
    state: "ok",
    found: `The embedded PostgreSQL is not running: ${typedCommand("start")} starts it, and it is checked while it runs`,
  },
  "pooler.none": { state: "ok", found: "None stands before PostgreSQL" },
  "pooler.past": { state: "ok", found: "One stands before PostgreSQL; DATABASE_LISTEN_URL leads past it" },
  "pooler.refused": {
    state: "error",
    found: "{reason}",
    todo: "docs/several-machines.md has a sample; the database is checked further once this is right",
  },
  "pooler.unknown": {
    state: "error",
    found: "Whether a pooler stands before PostgreSQL could not be found out ({reason})",
    todo: "Check DATABASE_LISTEN_URL, where it is set, and the network",
  },
  "budget.ok": { state: "ok", found: "{sentence}" },
  "budget.unknown": {
    state: "unknown",
    found: "How many connections are left could not be read ({reason})",
    todo: "Mend that, and run the command again",
  },
  "budget.refused": {
    state: "error",
    found: "{reason}",
    todo: "docs/several-machines.md says how many each process needs",
  },
  "replica.ok": { state: "ok", found: "DATABASE_READ_URL leads to a standby of this database" },
  "replica.primary": {
    state: "warning",
    found: "DATABASE_READ_URL leads to the primary itself: it takes no reads off it",
    todo: "Set it to a standby, or add ?target_session_attrs=prefer-standby",
  },
  "replica.other": {
    state: "warning",
    found: "DATABASE_READ_URL leads to no copy of this database: nothing is ever read there",
    todo: "Set it to a standby of the server in DATABASE_URL",
  },
  "replica.unreachable": {
    state: "warning",
    found: "DATABASE_READ_URL can't be read from ({reason}): the primary answers everything",
    todo: "Check the address, whether PostgreSQL is running there, and the network between",
  },
} as const satisfies Readonly<Record<string, OwnWords>>
